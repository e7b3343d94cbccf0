import type { Attachment } from "./attachment.ts";

/**
 * A user message as the model gets it: each attachment as a fenced block whose info string has the language,
 * path and lines, then the person's own text. The same input gives the same bytes. A fence is always longer than
 * any run of backticks inside it.
 */
export function promptText(text: string, attachments: readonly Attachment[]): string {
  return [...attachments.map(fenced), text].filter((block) => block !== "").join("\n\n");
}

function fenced({ info, content }: Attachment): string {
  const fence = "`".repeat(Math.max(3, longestBacktickRun(content) + 1));
  const lines =
    info.startLine === undefined || info.endLine === undefined
      ? ""
      : ` lines=${info.startLine}-${info.endLine}`;
  const newline = content.endsWith("\n") ? "" : "\n";
  return `${fence}${infoWord(info.languageId)} path=${infoWord(info.path)}${lines}\n${content}${newline}${fence}`;
}

/**
 * Replaces what would break an info string: line breaks and backticks (CommonMark 4.5), and spaces, which split
 * the value.
 */
function infoWord(value: string): string {
  return value.replaceAll(/[\s`%]/gu, (character) => encodeURIComponent(character));
}

function longestBacktickRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/gu)) {
    longest = Math.max(longest, run.length);
  }
  return longest;
}
