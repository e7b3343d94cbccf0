import { type CodeLanguage, languageOf } from "./codeLanguages.ts";
import type { AttachedCode } from "./conversation.ts";

export interface CodeSymbol {
  readonly kind: string;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface CodeNote {
  readonly line: number;
  readonly text: string;
}

export interface CodeOutline {
  readonly languageName: string;
  readonly lines: { readonly all: number; readonly blank: number; readonly comment: number };
  readonly imports: readonly string[];
  readonly symbols: readonly CodeSymbol[];
  readonly longestFunction: CodeSymbol | undefined;
  readonly notes: readonly CodeNote[];
}

const maxLines = 50_000;

export function outline(code: AttachedCode): CodeOutline {
  const language = languageOf(code);
  const lines = code.text.split("\n").slice(0, maxLines);
  const symbols = symbolsOf(lines, language, code.startLine);
  const functions = symbols.filter(({ kind }) => kind === "function" || kind === "method");
  return {
    languageName: language.name,
    lines: {
      all: lines.length,
      blank: lines.filter((line) => line.trim() === "").length,
      comment: lines.filter((line) => language.comment.test(line)).length,
    },
    imports: importsOf(lines, language),
    symbols,
    longestFunction: functions.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0],
    notes: lines.flatMap((line, index) => {
      const text = /\b(?:TODO|FIXME|HACK|XXX)\b.{0,200}/u.exec(line)?.[0];
      return text === undefined ? [] : [{ line: code.startLine + index, text: text.trim() }];
    }),
  };
}

export function lengthOf({ startLine, endLine }: CodeSymbol): number {
  return endLine - startLine + 1;
}

function importsOf(lines: readonly string[], language: CodeLanguage): readonly string[] {
  const names = lines.flatMap((line) => {
    const match = language.import?.exec(line.slice(0, 500));
    return match?.slice(1).find((group) => group !== undefined) ?? [];
  });
  return [...new Set(names)];
}

function symbolsOf(
  lines: readonly string[],
  language: CodeLanguage,
  startLine: number,
): readonly CodeSymbol[] {
  return lines.flatMap((line, index) => {
    const declaration = declarationIn(line, language);
    return declaration === undefined
      ? []
      : [
          {
            ...declaration,
            startLine: startLine + index,
            endLine: startLine + endOf(lines, index, declaration.kind),
          },
        ];
  });
}

function declarationIn(
  line: string,
  { declarations, comment }: CodeLanguage,
): { readonly kind: string; readonly name: string } | undefined {
  const text = line.slice(0, 500);
  if (comment.test(text)) {
    return undefined;
  }
  for (const [kind, pattern] of declarations) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined && !notNames.has(name)) {
      return { kind, name };
    }
  }
  return undefined;
}

/** Words before a parenthesis that begin a statement, not a method. */
const notNames = new Set(
  "if for while switch catch return function new else do try throw await typeof super with foreach using lock".split(
    " ",
  ),
);

const oneLineKinds = new Set(["constant", "type"]);

/** The end of a declaration: it contains the next lines while they are indented deeper. */
function endOf(lines: readonly string[], start: number, kind: string): number {
  const indent = indentOf(lines[start] ?? "");
  let end = start;
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.trim() === "") {
      continue;
    }
    if (indentOf(line) > indent) {
      end = index;
      continue;
    }
    // `) {` ends a signature of several lines; the body follows at the same indentation.
    const goesOn = /^\s*[)\]}{].*[{(=:>]\s*$|^\s*\{\s*$/u.test(line);
    const closes = /^\s*(?:[}\])]|end\b)/u.test(line);
    if (goesOn) {
      end = index;
      continue;
    }
    return closes && (end > start || !oneLineKinds.has(kind)) ? index : end;
  }
  return end;
}

function indentOf(line: string): number {
  return /^\s*/u.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0;
}
