/** The message's field names this list as its own. */
export const suggestListId = "suggest-list";

export function suggestRowId(index: number): string {
  return `${suggestListId}-${index}`;
}
