import {
  closedHead,
  definitionPatterns,
  type Language,
  languageOf,
  openHead,
} from "./definitionPatterns.ts";
import { indentOf, lineAt, type LineRange } from "./lines.ts";

const readUnits = 240;
const maxDefinitions = 5_000;
const maxName = 60;
const maxHeadLines = 30;
const notNames = new Set(
  "if for while switch catch return function else do try new await case default super".split(" "),
);

export interface Definition {
  readonly name: string;
  readonly line: number;
}

const compiled = new Map<Language, RegExp>();

export function definitionsOf(
  path: string,
  text: string,
  starts: Uint32Array,
  range: LineRange = { start: 0, end: starts.length },
): readonly Definition[] {
  const found: Definition[] = [];
  for (const definition of eachDefinition(path, text, starts, range)) {
    if (definition) {
      found.push(definition);
    }
  }
  return found;
}

/** Yields `undefined` after a few lines without a definition, so that the caller can pause. */
export function* eachDefinition(
  path: string,
  text: string,
  starts: Uint32Array,
  { start, end }: LineRange,
): Generator<Definition | undefined, void> {
  const language = languageOf(path);
  if (!language) {
    return;
  }
  const pattern = patternOf(language);
  const last = Math.min(end, starts.length);
  let count = 0;
  for (let line = Math.max(0, start); line < last && count < maxDefinitions; line += 1) {
    const name =
      nameIn(text, starts, line, pattern) ??
      (language === "script" ? nameOfOpenHead(text, starts, line) : undefined);
    if (name !== undefined) {
      count += 1;
      yield { name, line };
    } else if (line % 32 === 0) {
      yield undefined;
    }
  }
}

function nameIn(
  text: string,
  starts: Uint32Array,
  line: number,
  pattern: RegExp,
): string | undefined {
  const start = starts[line] ?? 0;
  const end = starts[line + 1] ?? text.length;
  if (end - start < 6) {
    return undefined;
  }
  const match = pattern.exec(
    end - start > readUnits ? text.slice(start, start + readUnits) : lineAt(text, starts, line),
  );
  const name = match?.slice(1).find((group) => group !== undefined);
  return name === undefined || name.length > maxName || notNames.has(name) ? undefined : name;
}

/** The name of a method whose parameters are on several lines. */
function nameOfOpenHead(text: string, starts: Uint32Array, line: number): string | undefined {
  const name = nameIn(text, starts, line, openHead);
  if (name === undefined) {
    return undefined;
  }
  const last = Math.min(starts.length, line + maxHeadLines);
  const indent = indentOf(lineAt(text, starts, line));
  for (let next = line + 1; next < last; next += 1) {
    const content = lineAt(text, starts, next).slice(0, readUnits);
    if (content.trim() !== "" && indentOf(content) <= indent) {
      return closedHead.test(content) ? name : undefined;
    }
  }
  return undefined;
}

function patternOf(language: Language): RegExp {
  const known = compiled.get(language);
  if (known) {
    return known;
  }
  const sources: readonly string[] = definitionPatterns[language];
  const flags = language === "sql" || language === "powershell" ? "iu" : "u";
  const pattern = new RegExp(`^(?:${sources.map((source) => `(?:${source})`).join("|")})`, flags);
  compiled.set(language, pattern);
  return pattern;
}
