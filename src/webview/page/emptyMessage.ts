import type { AttachmentInfo } from "../../shared/conversation.ts";

/** Whether there is nothing to send: a project's instructions alone do not count as a request, nor does `@codebase`. */
export function isEmptyMessage(text: string, attachments: readonly AttachmentInfo[]): boolean {
  return (
    text.trim() === "" &&
    attachments.every(({ kind }) => kind === "instructions" || kind === "codebase")
  );
}
