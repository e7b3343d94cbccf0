import type { TokenKind } from "./lineTokens.ts";

export interface Rule {
  /**
   * A pattern without capturing groups, of at least one character, without nested repetition over the same
   * characters: the time must be proportional to the match.
   */
  readonly match: string;
  readonly kind?: TokenKind;
  readonly isWord?: true;
  readonly isMember?: true;
  readonly push?: string;
  readonly pops?: number;
  readonly until?: (match: string) => string;
  readonly embed?: Grammar;
}

export interface State {
  readonly kind?: TokenKind;
  readonly rules: readonly Rule[];
  readonly endsWithLine?: true;
  readonly includesEnd?: true;
}

export interface Grammar {
  readonly states: Readonly<Record<string, State>> & { readonly root: State };
  readonly words?: Readonly<Partial<Record<TokenKind, string>>>;
  readonly ignoresCase?: true;
  readonly hasCalls?: true;
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

export const blockComment: Rule = { match: String.raw`/\*`, kind: "comment", push: "blockComment" };
export const blockCommentState: State = {
  kind: "comment",
  rules: [{ match: String.raw`\*/`, kind: "comment", pops: 1 }],
};

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
