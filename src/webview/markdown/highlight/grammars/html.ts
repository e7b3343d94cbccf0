import type { Grammar, Rule, State } from "../grammar.ts";
import { css } from "./css.ts";
import { typescript } from "./javascript.ts";

const tagName = String.raw`[A-Za-z][\w:.-]*`;

const inTag: readonly Rule[] = [
  { match: "/>", kind: "tag", pops: 1 },
  { match: String.raw`[@:#*v]?[A-Za-z_(\[][\w:.()\[\]@-]*`, kind: "attribute" },
  { match: '"', kind: "string", push: "double", until: () => '"' },
  { match: "'", kind: "string", push: "single", until: () => "'" },
];

const states = {
  root: {
    rules: [
      { match: "<!--", kind: "comment", push: "comment", until: () => "-->" },
      { match: String.raw`<!\[CDATA\[`, kind: "comment", push: "comment", until: () => "]]>" },
      { match: String.raw`<[!?][A-Za-z][^>]*>?`, kind: "keyword" },
      { match: `</?${tagName}`, kind: "tag", push: "tag" },
      { match: String.raw`&[#\w]+;`, kind: "constant" },
    ],
  },
  comment: { kind: "comment", rules: [], includesEnd: true },
  tag: { rules: [{ match: ">", kind: "tag", pops: 1 }, ...inTag] },
  double: { kind: "string", rules: [], includesEnd: true },
  single: { kind: "string", rules: [], includesEnd: true },
} satisfies Record<string, State>;

export const xml: Grammar = { states };

export const html: Grammar = {
  states: {
    ...states,
    root: {
      rules: [
        { match: String.raw`<script\b`, kind: "tag", push: "scriptTag" },
        { match: String.raw`<style\b`, kind: "tag", push: "styleTag" },
        ...states.root.rules,
      ],
    },
    scriptTag: {
      rules: [
        { match: ">", kind: "tag", pops: 1, embed: typescript, until: () => "</script" },
        ...inTag,
      ],
    },
    styleTag: {
      rules: [{ match: ">", kind: "tag", pops: 1, embed: css, until: () => "</style" }, ...inTag],
    },
  },
};
