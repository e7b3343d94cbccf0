import { definitionsOf } from "../../src/codeIndex/text/definitions.ts";
import { lineAt, lineStarts } from "../../src/codeIndex/text/lines.ts";
import { type Case, isSource, spread } from "./commitCases.ts";

const maxCases = 80;
const minWords = 5;
const above = /^\s*(?:\/\/[/!]?|\/\*\*?|\*\/?|#(?!\s*(?:include|if|end|else|define|!))|--)/u;
const attribute = /^\s*(?:@\w|\[[A-Z]|#\[|#!\[)/u;
const docstring = /^\s*[rRuU]?(?:"""|''')/u;

/** First sentences of the comments of functions, and the texts of the files without these comments. */
export function docCases(
  files: ReadonlyMap<string, string>,
  most = maxCases,
): {
  readonly cases: readonly Case[];
  readonly blanked: ReadonlyMap<string, string>;
} {
  const all: Case[] = [];
  const blanked = new Map(files);
  for (const [path, text] of files) {
    if (isSource(path)) {
      const { cases, rest } = commentsIn(path, text);
      all.push(...cases);
      blanked.set(path, rest);
    }
  }
  return { cases: spread(withoutRepetition(all), most), blanked };
}

/** A sentence that stands above several functions is answered by each of their files. */
function withoutRepetition(all: readonly Case[]): readonly Case[] {
  const byQuery = new Map<string, Case>();
  for (const one of all) {
    const known = byQuery.get(one.query);
    byQuery.set(
      one.query,
      known ? { ...known, gold: [...new Set([...known.gold, ...one.gold])] } : one,
    );
  }
  return [...byQuery.values()];
}

function commentsIn(
  path: string,
  text: string,
): { readonly cases: readonly Case[]; readonly rest: string } {
  const starts = lineStarts(text);
  const lines = Array.from(starts, (_, line) => lineAt(text, starts, line));
  const cases: Case[] = [];
  const seen = new Set<number>();
  for (const { name, line } of definitionsOf(path, text, starts)) {
    const comment = lines[line]?.includes("(") ? commentOf(lines, line, path) : undefined;
    const query = comment && sentenceOf(comment.text, name);
    if (comment && query !== undefined && !comment.lines.some((place) => seen.has(place))) {
      comment.lines.forEach((place) => seen.add(place));
      cases.push({ query, gold: [path], line: line + 1, name });
    }
  }
  return { cases, rest: lines.map((content, line) => (seen.has(line) ? "" : content)).join("\n") };
}

interface Comment {
  readonly text: string;
  readonly lines: readonly number[];
}

function commentOf(lines: readonly string[], line: number, path: string): Comment | undefined {
  return path.endsWith(".py") ? docstringBelow(lines, line) : commentAbove(lines, line);
}

function commentAbove(lines: readonly string[], line: number): Comment | undefined {
  let end = line;
  while (end > 0 && attribute.test(lines[end - 1] ?? "")) {
    end -= 1;
  }
  let start = end;
  while (
    start > 0 &&
    above.test(lines[start - 1] ?? "") &&
    !attribute.test(lines[start - 1] ?? "")
  ) {
    start -= 1;
  }
  return start === end ? undefined : commentFrom(lines, start, end);
}

function docstringBelow(lines: readonly string[], line: number): Comment | undefined {
  let start = line;
  while (start < line + 12 && !/:\s*(?:#.*)?$/u.test(lines[start] ?? "")) {
    start += 1;
  }
  start += 1;
  if (!docstring.test(lines[start] ?? "")) {
    return undefined;
  }
  if (/(?:"""|''').*(?:"""|''')/u.test(lines[start] ?? "")) {
    return commentFrom(lines, start, start + 1);
  }
  let end = start + 1;
  while (end < lines.length - 1 && !/"""|'''/u.test(lines[end] ?? "")) {
    end += 1;
  }
  return commentFrom(lines, start, end + 1);
}

function commentFrom(lines: readonly string[], start: number, end: number): Comment {
  const places = Array.from({ length: end - start }, (_, index) => start + index);
  const text = places
    .map((place) =>
      (lines[place] ?? "")
        .replace(/^\s*(?:\/\/[/!]?|\/\*\*?|\*\/?|#+|--|[rRuU]?"""|[rRuU]?''')/u, "")
        .replaceAll(/\*\/|"""|'''/gu, ""),
    )
    .join("\n");
  return { text, lines: places };
}

/** The first sentence, without tags and the function's own name; undefined if it says too little. */
function sentenceOf(comment: string, name: string): string | undefined {
  const plain = comment
    .replaceAll(/<\w+ (?:cref|name|langword)="(?:\w:)?([^"]*)"\s*\/>/gu, "$1")
    .replaceAll(/<\/?\w[^>]*>/gu, " ")
    .replaceAll(/\{@\w+\s+([^}]*)\}/gu, "$1")
    .replaceAll(/:\w+:`~?\.?([^`]*)`/gu, "$1");
  const paragraph = plain.trim().split(/\n\s*\n|\n\s*@/u)[0] ?? "";
  const sentence = /^.*?(?:[.!?](?=\s|$)|$)/su.exec(paragraph.replaceAll(/\s+/gu, " "))?.[0] ?? "";
  const query = sentence
    .split(" ")
    .filter((word) => word.replaceAll(/[^\w$]/gu, "") !== name)
    .join(" ")
    .trim();
  const words = query.match(/[\p{L}]{2,}/gu) ?? [];
  return words.length >= minWords && query.length < 300 && !/^@|eslint/u.test(query)
    ? query
    : undefined;
}
