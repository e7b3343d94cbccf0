import type { Cursor, TextLines } from "./textLines.ts";

const opening =
  /^\W*(?:(?:I'm |I am )?sorry\b|I (?:can|cannot|can't|am unable|don't)\b|As an AI\b|Sure[,!.]|Certainly\b|Here(?:'s| is| are)\b|The (?:code|function|missing|following|provided|completed?)\b|This (?:code|function|snippet|method)\b|To complete\b|It (?:looks|seems)\b|Desculpe\b|Claro[,!]|Aqui est[áã]o?(?!\p{L})|O código\b|Este código\b)/iu;
/** The beginning of a sentence. The same words in lower case are code: `let me = …`. */
const sentence =
  /^\W*(?:Let me|Let's|Okay,|First,|We (?:need|can|should|must)|Segue|Vou|Vamos|Para completar|Lo siento|Aquí (?:tienes|está)|Por supuesto|Voy a)(?!\p{L})/u;
const pathAlone = /^\s*(?:\/\/|#)?\s*(?:[\w.@-]+[/\\])+[\w.@-]+\.\w{1,8}\s*$/u;
const elision =
  /^\s*(?:\/\/|\/\*|#|--|<!--)\s*(?:(?:\.{3}|…)|(?:the )?rest of\b|(?:existing|remaining) code\b|(?:o )?restante? do\b|resto do\b|your code\b)/iu;
const textLanguages = new Set(["markdown", "plaintext", "latex", "restructuredtext", "git-commit"]);
const lookLines = 100;
const announcedUnits = 400;

export interface ProsePlace {
  readonly lines: TextLines;
  readonly cursor: Cursor;
  readonly language?: string;
}

/** True for a sentence in place of code; comments, strings, docstrings and text files may contain sentences. */
export function isProse(text: string, place: ProsePlace): boolean {
  return pathAlone.test(text) || (startsProse(text) && !isText(place));
}

/** True for an answer that is so far a sentence in front of a fence, or may be one. */
export function announcesFence(text: string): boolean {
  const [, ...rest] = text.trimStart().split("\n");
  const below = rest.join("\n").trim();
  return (
    rest.length > 0 &&
    text.length < announcedUnits &&
    startsProse(text) &&
    /^(?:`{0,2}|~{0,2}|(?:`{3,}|~{3,})[^\n]*)$/u.test(below)
  );
}

export function startsProse(text: string): boolean {
  return opening.test(text) || sentence.test(text);
}

function isText({ lines, cursor, language = "" }: ProsePlace): boolean {
  const before = lines.at(cursor.line).slice(0, cursor.column).slice(-1_000);
  if (textLanguages.has(language) || /(?:\/\/|#|\/?\*|--|<!--|["'`])[^"'`]*$/u.test(before)) {
    return true;
  }
  const first = Math.max(0, cursor.line - lookLines);
  const above = Array.from({ length: cursor.line - first }, (_, at) => lines.at(first + at));
  const text = [...above, before].join("\n");
  return (
    text.split('"""').length % 2 === 0 ||
    text.split("'''").length % 2 === 0 ||
    text.lastIndexOf("/*") > text.lastIndexOf("*/")
  );
}

/** The text before a comment in place of code, such as `// ... existing code`. */
export function withoutElision(text: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => elision.test(line));
  return at < 0 ? text : lines.slice(0, at).join("\n");
}
