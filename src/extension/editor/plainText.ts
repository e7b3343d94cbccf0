/** Removes brackets: a notification turns `[label](command:…)` into a link. */
export function plainText(text: string): string {
  return text.replaceAll(/[[\]()]/gu, "_").slice(0, 200);
}
