import { maskText } from "../dlp/maskText.ts";
import { scanOutbound } from "../dlp/scanOutbound.ts";

const maxLength = 60;
/** Characters of a line that are looked at: more than a title and the longest value that it may be cut in. */
const maxScanned = 1000;

/** A conversation's name from its first message: the first line with words in it, cut at a word, sensitive values masked. */
export function titleFrom(text: string, attachmentNames: readonly string[]): string {
  const original =
    text.split("\n").find((candidate) => plainMarks(candidate) !== "") ??
    attachmentNames.join(", ");
  const beginning = original.slice(0, maxScanned);
  // Stars of a mask are no marks of Markdown, so that these go first.
  const bare = plainMarks(beginning);
  const line = maskText(bare, scanOutbound(bare));
  if (line.length <= maxLength) {
    return line;
  }
  const cut = line.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/u, "");
  const lastSpace = cut.lastIndexOf(" ");
  return `${lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut}…`;
}

function plainMarks(text: string): string {
  return text
    .replaceAll(/[\s#>*`_]+|(?<!\d)-+|-+(?!\d)/gu, " ")
    .replaceAll(/ {2,}/gu, " ")
    .trim();
}
