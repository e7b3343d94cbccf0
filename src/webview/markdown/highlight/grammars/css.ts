import { blockComment, blockCommentState, quoted, type Grammar, type Rule } from "../grammar.ts";

const common: readonly Rule[] = [
  blockComment,
  { match: "//(?<!:).*", kind: "comment" },
  quoted('"'),
  quoted("'"),
  { match: String.raw`@[\w-]+`, kind: "keyword" },
  { match: String.raw`[$]?--[\w-]+|\$[\w-]+`, kind: "variable" },
];

const unit = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:%|[a-z]+)?`;

export const css: Grammar = {
  states: {
    root: {
      rules: [
        ...common,
        { match: String.raw`\{`, push: "block" },
        { match: String.raw`[.#][A-Za-z_-][\w-]*|&`, kind: "tag" },
        { match: String.raw`::?[a-z-]+`, kind: "attribute" },
        { match: String.raw`\[[^\]]*\]?`, kind: "attribute" },
        { match: unit, kind: "number" },
        { match: String.raw`[a-zA-Z][\w-]*`, kind: "tag" },
      ],
    },
    block: {
      rules: [
        ...common,
        { match: String.raw`\}`, pops: 1 },
        { match: String.raw`\{`, push: "block" },
        { match: String.raw`[a-z-]+(?=\s*:(?!:)[^{]*(?:;|$))`, kind: "variable", push: "value" },
        { match: String.raw`[.#&][A-Za-z_-]*[\w-]*`, kind: "tag" },
        { match: String.raw`::?[a-z-]+`, kind: "attribute" },
        { match: unit, kind: "number" },
        { match: String.raw`[a-zA-Z][\w-]*`, kind: "tag" },
      ],
    },
    value: {
      rules: [
        ...common,
        { match: ";", pops: 1 },
        { match: String.raw`\}`, pops: 2 },
        { match: String.raw`#[\da-fA-F]{3,8}\b`, kind: "number" },
        { match: unit, kind: "number" },
        { match: String.raw`![a-z]+`, kind: "keyword" },
        { match: String.raw`[a-zA-Z-][\w-]*(?=\()`, kind: "function" },
        { match: String.raw`[a-zA-Z-][\w-]*`, kind: "constant" },
      ],
    },
    blockComment: blockCommentState,
  },
};
