import {
  blockComment,
  blockCommentState,
  lineComment,
  member,
  number,
  operator,
  word,
  type Grammar,
} from "../grammar.ts";

export const rust: Grammar = {
  states: {
    root: {
      rules: [
        lineComment("//"),
        blockComment,
        {
          match: 'b?r#{0,16}"',
          kind: "string",
          push: "rawString",
          until: (match) => `"${match.slice(match.indexOf("r") + 1, -1)}`,
        },
        { match: 'b?"', kind: "string", push: "string" },
        { match: String.raw`b?'(?:[^'\\]|\\[^u]|\\u\{[\da-fA-F]{1,6}\})'`, kind: "string" },
        { match: String.raw`'[A-Za-z_]\w*`, kind: "variable" },
        { match: String.raw`#!?\[[^\]]*\]?`, kind: "attribute" },
        { match: String.raw`[A-Za-z_]\w*!(?!=)`, kind: "function" },
        number,
        member,
        word,
        operator,
      ],
    },
    blockComment: {
      ...blockCommentState,
      rules: [blockComment, ...blockCommentState.rules],
    },
    rawString: { kind: "string", rules: [], includesEnd: true },
    string: {
      kind: "string",
      rules: [
        { match: String.raw`\\.`, kind: "string" },
        { match: '"', kind: "string", pops: 1 },
      ],
    },
  },
  words: {
    keyword:
      "as async await box break const continue crate dyn else enum extern fn for if impl in let loop macro_rules match mod move mut pub ref return self static struct super trait type union unsafe use where while yield",
    type: "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize Self",
    constant: "true false",
  },
  hasCalls: true,
  hasCapitals: true,
};
