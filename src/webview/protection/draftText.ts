import { mainControlAttribute } from "../kit/focus.ts";
import type { Span } from "./shiftedSpans.ts";

export function messageField(): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>(`textarea[${mainControlAttribute}]`);
}

export function selectInText(field: HTMLTextAreaElement | null, { start, end }: Span): void {
  field?.focus();
  field?.setSelectionRange(start, end);
}

export function maskInText(field: HTMLTextAreaElement | null, span: Span): void {
  if (!field) {
    return;
  }
  selectInText(field, span);
  const stars = field.value.slice(span.start, span.end).replaceAll(/[\p{L}\p{N}]/gu, "*");
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to change a text box that can be undone
  document.execCommand("insertText", false, stars);
}
