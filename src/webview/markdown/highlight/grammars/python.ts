import {
  lineComment,
  member,
  number,
  operator,
  quoted,
  word,
  type Grammar,
  type Rule,
  type State,
} from "../grammar.ts";

const prefix = "(?:[rRbBuUfF]{1,2})?";

const rules: readonly Rule[] = [
  lineComment("#"),
  { match: `${prefix}"""`, kind: "string", push: "long", until: () => '"""' },
  { match: `${prefix}'''`, kind: "string", push: "long", until: () => "'''" },
  { match: `[fF][rR]?"`, kind: "string", push: "formattedDouble" },
  { match: `[fF][rR]?'`, kind: "string", push: "formattedSingle" },
  { ...quoted('"'), match: prefix + quoted('"').match },
  { ...quoted("'"), match: prefix + quoted("'").match },
  { match: String.raw`(?<=\b(?:def)\s+)[A-Za-z_]\w*`, kind: "function" },
  { match: String.raw`(?<=\b(?:class)\s+)[A-Za-z_]\w*`, kind: "type" },
  { match: String.raw`@(?<=^\s*@)[\w.]+`, kind: "function" },
  number,
  member,
  word,
  operator,
];

function formatted(quote: string): State {
  return {
    kind: "string",
    rules: [
      { match: String.raw`\{\{|\\.`, kind: "string" },
      { match: String.raw`\{`, kind: "keyword", push: "value" },
      { match: quote, kind: "string", pops: 1 },
    ],
    endsWithLine: true,
  };
}

export const python: Grammar = {
  states: {
    root: { rules },
    long: {
      kind: "string",
      rules: [{ match: String.raw`\\.`, kind: "string" }],
      includesEnd: true,
    },
    formattedDouble: formatted('"'),
    formattedSingle: formatted("'"),
    value: {
      rules: [{ match: String.raw`\}`, kind: "keyword", pops: 1 }, number, member, word, operator],
      endsWithLine: true,
    },
  },
  words: {
    keyword:
      "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try type while with yield",
    constant: "True False None NotImplemented Ellipsis __name__ __main__",
    variable: "self cls",
    type: "int float str bool bytes list dict set tuple object frozenset complex type",
  },
  hasCalls: true,
  hasCapitals: true,
};
