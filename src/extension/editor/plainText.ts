/** Notifications turn `[label](command:…)` into links; a name from outside must not become one. */
export function plainText(text: string): string {
  return text.replaceAll(/[[\]()]/gu, "_").slice(0, 200);
}
