import { blockCommentState, cRules, type Grammar } from "../grammar.ts";

export const java: Grammar = {
  states: {
    root: {
      rules: [
        { match: '"""', kind: "string", push: "textBlock", until: () => '"""' },
        { match: String.raw`@[A-Za-z_][\w.]*`, kind: "attribute" },
        ...cRules,
      ],
    },
    blockComment: blockCommentState,
    textBlock: {
      kind: "string",
      rules: [{ match: String.raw`\\.`, kind: "string" }],
      includesEnd: true,
    },
  },
  words: {
    keyword:
      "abstract assert break case catch class continue default do else enum exports extends final finally for goto if implements import instanceof interface module native new non-sealed package permits private protected public record requires return sealed static strictfp super switch synchronized this throw throws transient try var volatile when while yield",
    type: "boolean byte char double float int long short void",
    constant: "true false null",
  },
  hasCalls: true,
  hasCapitals: true,
};
