import {
  blockComment,
  blockCommentState,
  lineComment,
  number,
  quoted,
  word,
  type Grammar,
} from "../grammar.ts";

export const json: Grammar = {
  states: {
    root: {
      rules: [
        { match: String.raw`"(?:[^"\\]|\\.)*"(?=\s*:)`, kind: "variable" },
        quoted('"'),
        lineComment("//"),
        blockComment,
        { ...number, match: `-?${number.match}` },
        word,
      ],
    },
    blockComment: blockCommentState,
  },
  words: { constant: "true false null" },
};
