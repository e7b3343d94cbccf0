import type { AttachmentInfo } from "../../../shared/conversation/conversation.ts";

/** Instructions or `@codebase` alone are not a request. */
export function isEmptyMessage(text: string, attachments: readonly AttachmentInfo[]): boolean {
  return (
    text.trim() === "" &&
    attachments.every(({ kind }) => kind === "instructions" || kind === "codebase")
  );
}
