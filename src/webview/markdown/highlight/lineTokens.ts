export const tokenKinds = [
  "keyword",
  "string",
  "comment",
  "number",
  "function",
  "type",
  "variable",
  "constant",
  "operator",
  "tag",
  "attribute",
  "regexp",
  "inserted",
  "deleted",
  "heading",
] as const;

/** The kind of a piece of code. The style sheet colours `hl-<kind>` by the editor's theme. */
export type TokenKind = (typeof tokenKinds)[number];

/** A piece of a line, plain if it has no kind. The tokens of a line join to the whole line. */
export interface LineToken {
  readonly kind?: TokenKind;
  readonly text: string;
}

/** Highlights a text line by line from its first line, and carries the state between lines. */
export interface LineHighlighter {
  highlight(line: string): readonly LineToken[];
}
