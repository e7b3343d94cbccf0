import { maskText } from "../dlp/mask/maskText.ts";
import { scanOutbound } from "../dlp/scanOutbound.ts";

const maxLength = 60;
const maxScanned = 1000;

/** The first line with words, cut at a word, values masked. */
export function titleFrom(text: string, attachmentNames: readonly string[]): string {
  const original =
    text.split("\n").find((candidate) => plainMarks(candidate) !== "") ??
    attachmentNames.join(", ");
  const beginning = original.slice(0, maxScanned);
  // Remove Markdown before masking: a mask's asterisks are not Markdown.
  const bare = plainMarks(beginning);
  const line = maskedTitle(bare);
  if (line.length <= maxLength) {
    return line;
  }
  const cut = line.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/u, "");
  const lastSpace = cut.lastIndexOf(" ");
  return `${lastSpace > maxLength / 2 ? cut.slice(0, lastSpace) : cut}…`;
}

/** Old, typed and imported titles may contain sensitive values. */
export function maskedTitle(title: string): string {
  const beginning = title.slice(0, maxScanned);
  return maskText(beginning, scanOutbound(beginning));
}

function plainMarks(text: string): string {
  return text
    .replaceAll(/[\s#>*`_]+|(?<!\d)-+|-+(?!\d)/gu, " ")
    .replaceAll(/ {2,}/gu, " ")
    .trim();
}
