import type { Syntax } from "./syntax.ts";

/** ` * ` continues a block comment; `*p = 1` is code. */
const comment = /^(?:\/\*|\*(?:[\s/*]|$)|<!--)/u;
const attribute = /^(?:@[\w.]+(?:\s*\(.*\))?$|#!?\[.*\]$|\[[\w(].*\]$|template\s*<.*>$)/u;
const preprocessor =
  /^#\s*(?:if|ifdef|ifndef|el|endif|define|undef|include|pragma|region|endregion|nullable|error|warning|line)/u;

export function isComment(line: string, { lineComments, hasSelectors, hasRegex }: Syntax): boolean {
  if (lineComments.some((mark) => mark !== "#" && line.startsWith(mark)) || comment.test(line)) {
    return true;
  }
  if (!line.startsWith("#")) {
    return false;
  }
  if (lineComments.includes("#")) {
    return true;
  }
  // `#id {` and `#field = 1` are code; `#[derive(` is an attribute.
  return hasSelectors !== true && hasRegex !== true && !preprocessor.test(line);
}

export function isAttribute(line: string): boolean {
  return attribute.test(line);
}

export function isMarkLine(line: string, syntax: Syntax): boolean {
  return isComment(line, syntax) || isAttribute(line);
}
