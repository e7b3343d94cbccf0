export function headerText(text: string): string {
  return text.slice(0, 1_000).replaceAll(/[^\x21-\x7e]/gu, "_");
}
