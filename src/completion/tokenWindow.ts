import { estimateTokens } from "../shared/text/tokenEstimate.ts";
import { importStatements } from "./importStatements.ts";
import type { Cursor, TextLines } from "./textLines.ts";

export interface TokenWindow {
  readonly prefix: string;
  readonly suffix: string;
  readonly first: number;
  readonly last: number;
}

/** The upper edge moves in steps: consecutive prompts then share their start, which servers cache. */
const step = 32;
const fewLines = 8;
const suffixShare = 0.25;
/** Bounds each line's length: minified files have lines of megabytes. */
const unitsPerToken = 6;
const maxLines = 2_000;
const maxImportLines = 40;
const maxImportUnits = 300;
const importShare = 0.15;
export interface WindowOptions {
  readonly tokens: number;
  readonly tokenRate?: number;
}

/**
 * Takes whole lines around the cursor, before and after it as 3 to 1; unused room after it goes to the lines before.
 * Imports above the window come first.
 */
export function windowAround(
  lines: TextLines,
  { line, column }: Cursor,
  { tokens, tokenRate = 1 }: WindowOptions,
): TokenWindow {
  const budget = tokens / tokenRate;
  const text = lines.at(line);
  // A cut may halve a surrogate pair; servers refuse a request with half of it.
  const behind = text
    .slice(column, column + Math.floor(budget * suffixShare * unitsPerToken))
    .replace(/\p{Cs}$/u, "");
  const below = linesBelow(lines, line, budget * suffixShare - estimateTokens(behind));
  const suffix = [behind, ...below.texts].join("\n");
  const isAtEnd = line + below.texts.length + 1 >= lines.count;
  const spare = isAtEnd ? Math.max(0, budget * suffixShare - estimateTokens(suffix)) : 0;
  const before = text
    .slice(Math.max(0, column - Math.floor(budget * unitsPerToken * 0.5)), column)
    .replace(/^\p{Cs}/u, "");
  const forPrefix = budget * (1 - suffixShare) + spare - estimateTokens(before);
  const exact = firstLine(lines, line, forPrefix);
  const stepped = Math.ceil(exact / step) * step;
  const first = exact === 0 ? 0 : line - stepped >= fewLines ? stepped : exact;
  const imports = importsAbove(lines, first, budget * importShare);
  const above = Array.from({ length: line - first }, (_, index) => lines.at(first + index));
  return {
    prefix: [...imports, ...above, before].join("\n"),
    suffix,
    first,
    last: line + below.texts.length,
  };
}

function linesBelow(
  lines: TextLines,
  line: number,
  tokens: number,
): { readonly texts: readonly string[] } {
  const texts: string[] = [];
  let left = tokens;
  for (let at = line + 1; at < Math.min(lines.count, line + maxLines); at += 1) {
    const text = lines.at(at);
    left -= tokensOf(text, left);
    if (left < 0) {
      break;
    }
    texts.push(text);
  }
  return { texts };
}

function firstLine(lines: TextLines, line: number, tokens: number): number {
  let left = tokens;
  for (let at = line - 1; at >= Math.max(0, line - maxLines); at -= 1) {
    left -= tokensOf(lines.at(at), left);
    if (left < 0) {
      return at + 1;
    }
  }
  return Math.max(0, line - maxLines);
}

function tokensOf(text: string, left: number): number {
  return text.length > left * unitsPerToken + 100 ? Infinity : estimateTokens(text) + 0.75;
}

function importsAbove(lines: TextLines, first: number, tokens: number): readonly string[] {
  const found: string[] = [];
  let left = tokens;
  for (const statement of importStatements(lines, first)) {
    const isShort = statement.every((text) => text.length < maxImportUnits);
    if (isShort && found.length + statement.length <= maxImportLines) {
      left -= statement.reduce((sum, text) => sum + estimateTokens(text), 0);
      if (left < 0) {
        break;
      }
      found.push(...statement);
    }
  }
  return found;
}
