import {
  blockComment,
  blockCommentState,
  lineComment,
  member,
  number,
  quoted,
  word,
  type Grammar,
  type Rule,
  type State,
} from "../grammar.ts";

const property: Rule = {
  match: String.raw`[A-Za-z_$][\w$]*(?=\??\s*:(?!:))(?<=(?:[{,(]\s*|^\s*)[\w$]+)`,
  isWord: true,
  kind: "variable",
};

const regexp: Rule = {
  match: String.raw`/(?<=(?:^|[(,=:[!&|?{};+*%~^<>]|\b(?:return|typeof|case|of|in|do|else|yield|await))\s*/)(?![/*])(?:[^\\/[]|\\.|\[(?:[^\]\\]|\\.)*\])+/[a-z]*`,
  kind: "regexp",
};

const rules: readonly Rule[] = [
  lineComment("//"),
  blockComment,
  quoted('"'),
  quoted("'"),
  { match: "`", kind: "string", push: "template" },
  regexp,
  { match: String.raw`(?<=\bfunction\*?\s+)[A-Za-z_$][\w$]*`, kind: "function" },
  { match: String.raw`@[A-Za-z_$][\w$.]*`, kind: "function" },
  property,
  number,
  member,
  word,
  { match: String.raw`\{`, push: "braces" },
  { match: String.raw`\}`, pops: 1 },
  // A slash never joins other operators: it may start a regular expression.
  { match: String.raw`[-+*%=<>!&|^~?:]+|/=?`, kind: "operator" },
];

const templateState: State = {
  kind: "string",
  rules: [
    { match: String.raw`\\.`, kind: "string" },
    { match: String.raw`\$\{`, kind: "keyword", push: "value" },
    { match: "`", kind: "string", pops: 1 },
  ],
};

const words = {
  keyword:
    "abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for from function get if implements import in infer instanceof interface is keyof let namespace new of out override private protected public readonly return satisfies set static super switch this throw try type typeof using var void while with yield",
  type: "any bigint boolean never number object string symbol unknown",
  constant: "true false null undefined NaN Infinity",
};

function statesWith(code: readonly Rule[]): Grammar["states"] {
  return {
    root: { rules: code },
    braces: { rules: code },
    value: { rules: [{ match: String.raw`\}`, kind: "keyword", pops: 1 }, ...code] },
    blockComment: blockCommentState,
    template: templateState,
  };
}

export const typescript: Grammar = {
  states: statesWith(rules),
  words,
  hasCalls: true,
  hasCapitals: true,
};

const tagName = String.raw`[A-Za-z_][\w.:-]*`;
const valueInBraces: Rule = { match: String.raw`\{`, kind: "keyword", push: "value" };
const tagStart: Rule = {
  match: String.raw`<(?<=(?:^|[(,=?:[{};&|>]|\breturn)\s*<)(?:${tagName}|(?=>))`,
  kind: "tag",
  push: "tag",
};

export const jsx: Grammar = {
  ...typescript,
  states: {
    ...statesWith([tagStart, ...rules]),
    tag: {
      rules: [
        { match: "/>", kind: "tag", pops: 1 },
        { match: ">", kind: "tag", push: "children" },
        { match: "[;,)]", pops: 1 },
        { match: String.raw`[A-Za-z_][\w:-]*`, kind: "attribute" },
        quoted('"'),
        quoted("'"),
        valueInBraces,
      ],
    },
    children: {
      rules: [
        { match: String.raw`</[\w.:-]*>`, kind: "tag", pops: 2 },
        { match: `<(?:${tagName}|(?=>))`, kind: "tag", push: "tag" },
        valueInBraces,
      ],
    },
  },
};
