/** Id of the list of suggestions, which the message's field names as its own. */
export const suggestListId = "suggest-list";

export function suggestRowId(index: number): string {
  return `${suggestListId}-${index}`;
}
