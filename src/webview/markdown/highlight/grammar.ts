import type { TokenKind } from "./lineTokens.ts";

export interface Rule {
  /**
   * Source of a pattern. No capturing groups, at least one character, and time proportional to the
   * match: no nested repetition over the same characters.
   */
  readonly match: string;
  readonly kind?: TokenKind;
  /** A word. Its kind comes from the grammar's lists, then `kind`, then conventions. */
  readonly isWord?: true;
  /** A member's name, even if it is a listed word. */
  readonly isMember?: true;
  readonly push?: string;
  readonly pops?: number;
  /** Text that ends the entered state, made from the match. */
  readonly until?: (match: string) => string;
  /** Enters another grammar up to `until`, instead of `push`. */
  readonly embed?: Grammar;
}

export interface State {
  /** For text between matches. */
  readonly kind?: TokenKind;
  readonly rules: readonly Rule[];
  /** At the latest. */
  readonly endsWithLine?: true;
  /** The `until` text belongs to the state. */
  readonly includesEnd?: true;
}

/** Highlights line by line, with a stack of states between lines. */
export interface Grammar {
  readonly states: Readonly<Record<string, State>> & { readonly root: State };
  /** Space-separated words by kind. */
  readonly words?: Readonly<Partial<Record<TokenKind, string>>>;
  readonly ignoresCase?: true;
  /** A word before `(` is a function. */
  readonly hasCalls?: true;
  /** Capitalised words are types; all capitals, constants. */
  readonly hasCapitals?: true;
}

export const word: Rule = {
  match: String.raw`[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*`,
  isWord: true,
};

export const member: Rule = {
  match: String.raw`(?<=[^.]\.)[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*`,
  isMember: true,
};

/** Ends with the line at the latest. */
export function quoted(quote: string): Rule {
  return { match: `${quote}(?:[^${quote}\\\\]|\\\\.)*(?:${quote}|\\\\?$)`, kind: "string" };
}

export function lineComment(start: string): Rule {
  return { match: `${start}.*`, kind: "comment" };
}

export const number: Rule = {
  match: String.raw`(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)[a-zA-Z]*`,
  kind: "number",
};

export const operator: Rule = { match: String.raw`[-+*/%=<>!&|^~?:]+`, kind: "operator" };

/** May span lines; needs `blockCommentState`. */
export const blockComment: Rule = { match: String.raw`/\*`, kind: "comment", push: "blockComment" };
export const blockCommentState: State = {
  kind: "comment",
  rules: [{ match: String.raw`\*/`, kind: "comment", pops: 1 }],
};

/** Shared by most languages with braces. */
export const cRules: readonly Rule[] = [
  lineComment("//"),
  blockComment,
  quoted('"'),
  quoted("'"),
  number,
  member,
  word,
  operator,
];
