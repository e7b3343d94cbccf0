import { plainTypography } from "../../src/edits/match/matchLevel.ts";

/** A text without what a model cannot see or copy: kinds of line ends, quotes and dashes, blanks at line ends. */
export function plainText(text: string): string {
  return text
    .split(/\r\n|\r|\n/u)
    .map((line) => plainTypography(line).trimEnd())
    .join("\n");
}
