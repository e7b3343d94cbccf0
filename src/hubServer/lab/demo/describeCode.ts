import { fenceAround } from "../../../shared/text/fences.ts";
import { type CodeSymbol, lengthOf, outline } from "./codeOutline.ts";
import type { AttachedCode } from "./conversation.ts";
import type { Phrases } from "./phrases.ts";

const maxSymbols = 40;
const maxNotes = 20;
const maxExcerptLines = 30;

export function describeCode(code: AttachedCode, words: Phrases): string {
  const { languageName, lines, imports, symbols, longestFunction, notes } = outline(code);
  const counts = { ...lines, code: lines.all - lines.blank - lines.comment };
  return [
    `## ${titleOf(code, { startLine: code.startLine, endLine: code.startLine + lines.all - 1 }, words)}`,
    `${languageName} · ${words.counts(counts)}.`,
    symbolTable(symbols, words),
    imports.length > 0
      ? `**${words.imports}:** ${imports.map((name) => `\`${name.trim()}\``).join(", ")}`
      : "",
    longestFunction
      ? `${words.longest(longestFunction.name, lengthOf(longestFunction))}\n\n${excerpt(code, longestFunction)}`
      : "",
    notes.length > 0
      ? `### ${words.notes}\n\n${limited(
          notes.map(({ line, text }) => `- ${words.line} ${line}: ${inert(text)}`),
          maxNotes,
          words,
        )}`
      : words.noNotes,
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

export function titleOf(
  { path }: AttachedCode,
  { startLine, endLine }: LineRange,
  words: Phrases,
): string {
  const name = path === "" ? words.unnamed : `\`${path.replaceAll("`", "")}\``;
  return `${name}, ${words.lines} ${startLine}–${endLine}`;
}

/** The chat shows the file and lines of the info string in the block's header. */
export function excerpt(code: AttachedCode, range: LineRange): string {
  const endLine = Math.min(range.endLine, range.startLine + maxExcerptLines - 1);
  const lines = code.text
    .split("\n")
    .slice(range.startLine - code.startLine, endLine - code.startLine + 1);
  const shown = lines.join("\n");
  const fence = fenceAround(shown);
  const path = code.path === "" ? "" : ` path=${encodeURI(code.path)}`;
  const info = `${code.languageId}${path} lines=${range.startLine}-${endLine}`;
  return `${fence}${info}\n${shown}\n${fence}`;
}

/** Escapes the text so that it is not read as Markdown. */
export function inert(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|~#]/gu, String.raw`\$&`);
}

function symbolTable(symbols: readonly CodeSymbol[], words: Phrases): string {
  if (symbols.length === 0) {
    return "";
  }
  const rows = symbols.map(
    (symbol) =>
      `| \`${symbol.name.replaceAll(/[`|]/gu, "")}\` | ${words.kinds[symbol.kind] ?? symbol.kind} | ${rangeOf(symbol)} |`,
  );
  const left = symbols.length - maxSymbols;
  const table = [
    `| ${words.symbol} | ${words.kind} | ${capitalised(words.lines)} |`,
    "|---|---|---:|",
    ...rows.slice(0, maxSymbols),
  ].join("\n");
  return `### ${words.symbols}\n\n${table}${left > 0 ? `\n\n${words.more(left)}` : ""}`;
}

function rangeOf({ startLine, endLine }: CodeSymbol): string {
  return startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
}

function limited(items: readonly string[], max: number, words: Phrases): string {
  const shown = items.slice(0, max);
  return [...shown, ...(items.length > max ? [`- ${words.more(items.length - max)}`] : [])].join(
    "\n",
  );
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
