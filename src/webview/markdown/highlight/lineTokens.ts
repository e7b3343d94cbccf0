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

/** What a piece of code is. The style sheet colours `hl-<kind>` by the editor's theme. */
export type TokenKind = (typeof tokenKinds)[number];

/** A piece of a line; without a kind it is plain. The texts of a line's tokens together are the line. */
export interface LineToken {
  readonly kind?: TokenKind;
  readonly text: string;
}

/** Highlights one text line by line, from the first on, carrying its state from each to the next. */
export interface LineHighlighter {
  highlight(line: string): readonly LineToken[];
}
