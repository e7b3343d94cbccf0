import type { TokenKind } from "./lineTokens.ts";

/** A pattern to find in a line. */
export interface Rule {
  /**
   * A pattern's source. It has no capturing groups, matches at least one character, and takes time
   * proportional to the match: no nested repetition over the same characters.
   */
  readonly match: string;
  readonly kind?: TokenKind;
  /**
   * The match is a word. Its kind comes from the grammar's lists, then `kind`, then its
   * conventions.
   */
  readonly isWord?: true;
  /** The match is a member's name, even if it is a listed word. */
  readonly isMember?: true;
  /** The state to enter after the match. */
  readonly push?: string;
  /** Number of states that the match ends. */
  readonly pops?: number;
  /** The entered state ends at this text, which is made from the match. */
  readonly until?: (match: string) => string;
  /** Enters another grammar up to `until`, instead of `push`. */
  readonly embed?: Grammar;
}

export interface State {
  /** The kind of text between the rules' matches. */
  readonly kind?: TokenKind;
  readonly rules: readonly Rule[];
  /** The state ends with the line at the latest. */
  readonly endsWithLine?: true;
  /** The text from `until` still belongs to the state. */
  readonly includesEnd?: true;
}

/** Rules for highlighting a language line by line, with a stack of states between lines. */
export interface Grammar {
  readonly states: Readonly<Record<string, State>> & { readonly root: State };
  /** Words by their kind, separated by spaces. */
  readonly words?: Readonly<Partial<Record<TokenKind, string>>>;
  readonly ignoresCase?: true;
  /** A word before `(` is a function. */
  readonly hasCalls?: true;
  /** A word that starts with a capital letter is a type; a word in capitals is a constant. */
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

/** A comment that may span lines; use it with `blockCommentState`. */
export const blockComment: Rule = { match: String.raw`/\*`, kind: "comment", push: "blockComment" };
export const blockCommentState: State = {
  kind: "comment",
  rules: [{ match: String.raw`\*/`, kind: "comment", pops: 1 }],
};

/** The rules that most languages with braces share. */
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
