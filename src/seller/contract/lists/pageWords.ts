import { plainTextOf } from "../values/markupText.ts";
import { knownNames } from "./knownNames.ts";
import { foldedName, oneLine, type PortalWord } from "./portalWords.ts";

const maxLines = 50;
const maxInput = 64 * 1024;
/** Tags between lines of text; `<b>` and `<span>` are inside a line. */
const lineTag =
  /<\/?(?:p|div|li|ul|ol|br|hr|tr|td|th|table|h[1-6]|dt|dd|title|body|head|header|footer|section|article|main|pre|form|label)\b/giu;

/**
 * Finds lines that name a field: `<li>quantidadeEstoque: deve ser positiva</li>`. Undefined for any other page. Reads
 * at most 64 KB and 50 lines.
 */
export function pageWords(html: string): readonly PortalWord[] | undefined {
  const markup = html
    .slice(0, maxInput)
    .replaceAll(/\s+/gu, " ")
    .replaceAll(lineTag, (tag) => `\n${tag}`);
  const words = plainTextOf(markup)
    .split("\n")
    .flatMap((line) => oneLine(line) ?? [])
    .slice(0, maxLines)
    .map((text): PortalWord => {
      const field = fieldIn(text);
      return { ...(field !== undefined && { field }), text };
    });
  return words.some(({ field }) => field !== undefined) ? words : undefined;
}

/** An ordinary word such as "produto" counts only before a colon. */
function fieldIn(text: string): string | undefined {
  const names = [...text.matchAll(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*/gu)]
    .filter(({ 0: name, index }) => {
      const last = name.split(".").at(-1) ?? "";
      const isNamed = /[._]|\p{Ll}\p{Lu}/u.test(name) || isLabel(text, index + name.length, index);
      return isNamed && (knownNames.has(foldedName(name)) || knownNames.has(foldedName(last)));
    })
    .map(([name]) => name);
  return new Set(names).size === 1 ? names[0] : undefined;
}

function isLabel(text: string, end: number, start: number): boolean {
  return /^\s*:/u.test(text.slice(end, end + 3)) && !/[\p{L}\p{N}]/u.test(text.slice(0, start));
}
