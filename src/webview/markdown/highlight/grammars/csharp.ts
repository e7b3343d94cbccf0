import { blockCommentState, cRules, type Grammar, type Rule } from "../grammar.ts";

const rules: readonly Rule[] = [
  { match: '"{3,}', kind: "string", push: "rawString", until: (match) => match },
  { match: String.raw`\$?@\$?"`, kind: "string", push: "verbatim" },
  { match: String.raw`\$"`, kind: "string", push: "interpolated" },
  { match: String.raw`#\s*[a-z]+(?<=^\s*#\s*[a-z]+)`, kind: "keyword" },
  { match: String.raw`\[[A-Z]\w*(?<=^\s*\[[A-Z]\w*)`, kind: "attribute" },
  ...cRules,
];

export const csharp: Grammar = {
  states: {
    root: { rules },
    blockComment: blockCommentState,
    rawString: { kind: "string", rules: [], includesEnd: true },
    verbatim: {
      kind: "string",
      rules: [
        { match: '""', kind: "string" },
        { match: '"', kind: "string", pops: 1 },
      ],
    },
    interpolated: {
      kind: "string",
      rules: [
        { match: String.raw`\{\{|\\.`, kind: "string" },
        { match: String.raw`\{`, kind: "keyword", push: "value" },
        { match: '"', kind: "string", pops: 1 },
      ],
      endsWithLine: true,
    },
    value: {
      rules: [{ match: String.raw`\}`, kind: "keyword", pops: 1 }, ...rules],
      endsWithLine: true,
    },
  },
  words: {
    keyword:
      "abstract add and as async await base break case catch checked class const continue default delegate do else enum event explicit extern finally fixed for foreach from get global goto group if implicit in init interface internal into is join let lock nameof namespace new not on operator or orderby out override params partial private protected public readonly record ref remove required return sealed select set sizeof stackalloc static struct switch this throw try typeof unchecked unsafe using value var virtual volatile when where while with yield",
    type: "bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint ulong ushort void",
    constant: "true false null",
  },
  hasCalls: true,
  hasCapitals: true,
};
