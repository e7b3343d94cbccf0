const maxLength = 60;

/** A conversation's name from its first message: the first line with words in it, cut at a word. */
export function titleFrom(text: string, attachmentNames: readonly string[]): string {
  const line =
    text
      .split("\n")
      .map((candidate) => candidate.replaceAll(/[\s#>*`_-]+/gu, " ").trim())
      .find((candidate) => candidate !== "") ?? attachmentNames.join(", ");
  if (line.length <= maxLength) {
    return line;
  }
  const cut = line.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/u, "");
  const lastSpace = cut.lastIndexOf(" ");
  return `${lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut}…`;
}
