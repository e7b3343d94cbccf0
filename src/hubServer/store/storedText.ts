/**
 * Encodes any string for both databases: PostgreSQL takes no NUL, and UTF-8 has no lone surrogates.
 * The escapes are JSON's: unambiguous and readable.
 */
export function toStoredText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function fromStoredText(stored: string): string {
  const text: unknown = JSON.parse(`"${stored}"`);
  return typeof text === "string" ? text : stored;
}

/**
 * Text for a search that ignores case. Characters that a database cannot store become U+FFFD, in
 * the query and in the searched text.
 */
export function toSearchText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, "\u{FFFD}").toLowerCase();
}
