import {
  blockComment,
  blockCommentState,
  lineComment,
  member,
  number,
  operator,
  word,
  type Grammar,
  type Rule,
} from "../grammar.ts";

const insertions: readonly Rule[] = [
  { match: String.raw`\\\(`, kind: "keyword", push: "value" },
  { match: String.raw`\\.`, kind: "string" },
];

const rules: readonly Rule[] = [
  lineComment("//"),
  blockComment,
  { match: '"""', kind: "string", push: "long", until: () => '"""' },
  { match: '"', kind: "string", push: "string" },
  { match: String.raw`@[A-Za-z_]\w*`, kind: "attribute" },
  { match: String.raw`#[a-z]\w*`, kind: "keyword" },
  number,
  member,
  word,
  operator,
];

export const swift: Grammar = {
  states: {
    root: { rules },
    blockComment: { ...blockCommentState, rules: [blockComment, ...blockCommentState.rules] },
    long: { kind: "string", rules: insertions, includesEnd: true },
    string: {
      kind: "string",
      rules: [...insertions, { match: '"', kind: "string", pops: 1 }],
      endsWithLine: true,
    },
    value: {
      rules: [
        { match: String.raw`\(`, push: "parentheses" },
        { match: String.raw`\)`, kind: "keyword", pops: 1 },
        ...rules,
      ],
    },
    parentheses: {
      rules: [
        { match: String.raw`\(`, push: "parentheses" },
        { match: String.raw`\)`, pops: 1 },
        ...rules,
      ],
    },
  },
  words: {
    keyword:
      "actor any as associatedtype async await break case catch class continue convenience default defer deinit didSet do dynamic else enum extension fallthrough fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy let mutating nonisolated nonmutating open operator optional override postfix precedencegroup prefix private protocol public repeat required rethrows return self set some static struct subscript super switch throw throws try typealias unowned var weak where while willSet",
    constant: "true false nil",
    type: "Any Self",
  },
  hasCalls: true,
  hasCapitals: true,
};
