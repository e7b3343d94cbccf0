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

/** The style sheet colours `hl-<kind>` by the editor's theme. */
export type TokenKind = (typeof tokenKinds)[number];

/** A line's tokens join to the whole line. */
export interface LineToken {
  readonly kind?: TokenKind;
  readonly text: string;
}

export interface LineHighlighter {
  highlight(line: string): readonly LineToken[];
}
