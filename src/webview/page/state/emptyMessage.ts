import type { AttachmentInfo } from "../../../shared/conversation/conversation.ts";

/** True for a message without a request: instructions or `@codebase` alone. */
export function isEmptyMessage(text: string, attachments: readonly AttachmentInfo[]): boolean {
  return (
    text.trim() === "" &&
    attachments.every(({ kind }) => kind === "instructions" || kind === "codebase")
  );
}
