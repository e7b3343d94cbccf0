/** PostgreSQL refuses NUL, and UTF-8 refuses lone surrogates: both become JSON escapes. */
export function toStoredText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function fromStoredText(stored: string): string {
  const text: unknown = JSON.parse(`"${stored}"`);
  return typeof text === "string" ? text : stored;
}

/** Characters that a database cannot store become U+FFFD. */
export function toSearchText(text: string): string {
  return text.replaceAll(/[\0\p{Surrogate}]/gu, "\u{FFFD}").toLowerCase();
}
