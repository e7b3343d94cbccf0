import { blockCommentState, cRules, type Grammar } from "../grammar.ts";

export const go: Grammar = {
  states: {
    root: {
      rules: [{ match: "`", kind: "string", push: "rawString", until: () => "`" }, ...cRules],
    },
    blockComment: blockCommentState,
    rawString: { kind: "string", rules: [], includesEnd: true },
  },
  words: {
    keyword:
      "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
    type: "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr",
    constant: "true false nil iota",
  },
  hasCalls: true,
  hasCapitals: true,
};
