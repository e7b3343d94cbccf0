import { blockCommentState, cRules, type Grammar, type Rule } from "../grammar.ts";

const insertions: readonly Rule[] = [
  { match: String.raw`\\.`, kind: "string" },
  { match: String.raw`\$\{`, kind: "keyword", push: "value" },
  { match: String.raw`\$[A-Za-z_]\w*`, kind: "variable" },
];

const rules: readonly Rule[] = [
  { match: '"""', kind: "string", push: "rawString", until: () => '"""' },
  { match: '"', kind: "string", push: "string" },
  { match: String.raw`@[A-Za-z_][\w.:]*`, kind: "attribute" },
  ...cRules,
];

export const kotlin: Grammar = {
  states: {
    root: { rules },
    blockComment: blockCommentState,
    string: {
      kind: "string",
      rules: [...insertions, { match: '"', kind: "string", pops: 1 }],
      endsWithLine: true,
    },
    rawString: { kind: "string", rules: insertions, includesEnd: true },
    value: { rules: [{ match: String.raw`\}`, kind: "keyword", pops: 1 }, ...rules] },
  },
  words: {
    keyword:
      "abstract actual annotation as break by catch class companion const constructor continue crossinline data do else enum expect external final finally for fun get if import in infix init inline inner interface internal is it lateinit noinline object open operator out override package private protected public reified return sealed set super suspend tailrec this throw try typealias val value var vararg when where while",
    constant: "true false null",
  },
  hasCalls: true,
  hasCapitals: true,
};
