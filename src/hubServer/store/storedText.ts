/**
 * Encodes any string so that both databases keep it: PostgreSQL takes no NUL, and UTF-8 has no lone
 * surrogates. The escapes are JSON's, so that the form is unambiguous and readable.
 */
export function toStoredText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function fromStoredText(stored: string): string {
  const text: unknown = JSON.parse(`"${stored}"`);
  return typeof text === "string" ? text : stored;
}

/**
 * Text for a search that ignores case; characters that a database cannot keep become U+FFFD, here
 * and in the searched text.
 */
export function toSearchText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, "\u{FFFD}").toLowerCase();
}
