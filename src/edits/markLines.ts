import type { Syntax } from "./syntax.ts";

/** A comment in any language; ` * ` continues a block comment, `*p = 1` is code. */
const comment = /^(?:\/\*|\*(?:[\s/*]|$)|<!--)/u;
const attribute = /^(?:@[\w.]+(?:\s*\(.*\))?$|#!?\[.*\]$|\[[\w(].*\]$|template\s*<.*>$)/u;
const preprocessor =
  /^#\s*(?:if|ifdef|ifndef|el|endif|define|undef|include|pragma|region|endregion|nullable|error|warning|line)/u;

/** Whether a trimmed line begins with a comment, or is one that belongs to what follows. */
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
  // `#id {` of CSS and `#field = 1` of JavaScript are code; `#[derive(` of Rust is an attribute.
  return hasSelectors !== true && hasRegex !== true && !preprocessor.test(line);
}

export function isAttribute(line: string): boolean {
  return attribute.test(line);
}

/** Whether a trimmed line is a comment or an attribute. */
export function isMarkLine(line: string, syntax: Syntax): boolean {
  return isComment(line, syntax) || isAttribute(line);
}

/** A line for a preprocessor, such as `#endif`: alone it does not identify its place. */
export function isDirective(line: string, { lineComments }: Syntax): boolean {
  return !lineComments.includes("#") && preprocessor.test(line);
}
