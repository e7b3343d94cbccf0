/** Controls with line breaks, bidirectional marks, and characters without width that no script needs. */
const hidden =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/u;

/** True if characters hide, break or reverse the path for a reader. */
export function hasHiddenName(path: string): boolean {
  return hidden.test(path);
}
