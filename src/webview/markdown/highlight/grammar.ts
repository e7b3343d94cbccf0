import type { TokenKind } from "./lineTokens.ts";

/** Something to be found in a line. */
export interface Rule {
  /**
   * A pattern's source. It has no capturing groups, matches at least one character, and takes time proportional to what it
   * matches: no nested repetition over the same characters.
   */
  readonly match: string;
  readonly kind?: TokenKind;
  /** The match is a word: the grammar's lists say what it is, then `kind`, then its conventions. */
  readonly isWord?: true;
  /** The match is a member's name, which may be any of the listed words. */
  readonly isMember?: true;
  /** The state that is entered after the match. */
  readonly push?: string;
  /** How many states the match ends. */
  readonly pops?: number;
  /** The state entered ends where this text, made from the match, comes next. */
  readonly until?: (match: string) => string;
  /** Instead of `push`: enters another grammar, up to `until`. */
  readonly embed?: Grammar;
}

export interface State {
  /** What the text between the rules' matches is. */
  readonly kind?: TokenKind;
  readonly rules: readonly Rule[];
  /** It ends with the line at the latest. */
  readonly endsWithLine?: true;
  /** The text given by `until` still belongs to it. */
  readonly includesEnd?: true;
}

/** How a language is highlighted: one line after the other, with a stack of states between them. */
export interface Grammar {
  readonly states: Readonly<Record<string, State>> & { readonly root: State };
  /** Words by what they are, separated by spaces. */
  readonly words?: Readonly<Partial<Record<TokenKind, string>>>;
  readonly ignoresCase?: true;
  /** A word before `(` is a function. */
  readonly hasCalls?: true;
  /** A word with a capital letter first is a type; in capitals throughout, a constant. */
  readonly hasCapitals?: true;
}

export const word: Rule = {
  match: String.raw`[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*`,
  isWord: true,
};

/** A name after a dot. */
export const member: Rule = {
  match: String.raw`(?<=[^.]\.)[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*`,
  isMember: true,
};

/** A string in these quotes that ends with the line at the latest. */
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

/** A comment that may span lines; goes with `blockCommentState`. */
export const blockComment: Rule = { match: String.raw`/\*`, kind: "comment", push: "blockComment" };
export const blockCommentState: State = {
  kind: "comment",
  rules: [{ match: String.raw`\*/`, kind: "comment", pops: 1 }],
};

/** What most languages with braces have in common. */
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
