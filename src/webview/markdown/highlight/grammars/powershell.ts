import { member, number, type Grammar, type Rule } from "../grammar.ts";

const variable: Rule = { match: String.raw`\$(?:\{[^}]*\}?|[\w:]+|[?^$])`, kind: "variable" };

export const powershell: Grammar = {
  states: {
    root: {
      rules: [
        { match: "<#", kind: "comment", push: "comment", until: () => "#>" },
        { match: "#.*", kind: "comment" },
        { match: '@"', kind: "string", push: "hereString", until: () => '"@' },
        { match: "@'", kind: "string", push: "hereLiteral", until: () => "'@" },
        { match: '"', kind: "string", push: "string" },
        { match: "'[^']*'?", kind: "string" },
        variable,
        { match: String.raw`\[[A-Za-z][\w.[\]]*\]`, kind: "type" },
        { match: String.raw`[A-Za-z]+-[A-Za-z]\w*`, kind: "function" },
        { match: String.raw`-[A-Za-z]\w*`, kind: "operator" },
        number,
        member,
        { match: String.raw`[A-Za-z_]\w*`, isWord: true },
        { match: "[|=+*/%<>!;]+", kind: "operator" },
      ],
    },
    comment: { kind: "comment", rules: [], includesEnd: true },
    hereString: { kind: "string", rules: [variable], includesEnd: true },
    hereLiteral: { kind: "string", rules: [], includesEnd: true },
    string: {
      kind: "string",
      rules: [{ match: "`.", kind: "string" }, variable, { match: '"', kind: "string", pops: 1 }],
    },
  },
  words: {
    keyword:
      "begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from function hidden if in param process return static switch throw trap try until using var while",
  },
  ignoresCase: true,
};
