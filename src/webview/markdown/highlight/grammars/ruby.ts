import {
  lineComment,
  member,
  number,
  operator,
  quoted,
  word,
  type Grammar,
  type Rule,
} from "../grammar.ts";

const rules: readonly Rule[] = [
  { match: "=begin(?<=^=begin).*", kind: "comment", push: "comment", until: () => "=end" },
  lineComment("#"),
  { match: '"', kind: "string", push: "string" },
  quoted("'"),
  { match: "`", kind: "string", push: "command" },
  {
    match: String.raw`<<[~-]?["']?[A-Z_]\w*["']?`,
    kind: "string",
    push: "heredoc",
    until: (match) => match.replaceAll(/[<~"'-]/g, ""),
  },
  {
    match: String.raw`/(?<=(?:^|[(,=~:[!&|?{}]|\b(?:if|unless|when|and|or|not|return))\s*/)(?:[^\\/\s]|\\.)(?:[^\\/]|\\.)*/[a-z]*`,
    kind: "regexp",
  },
  {
    match: String.raw`:[A-Za-z_]\w*[?!]?(?<=(?:^|[^:\w]):\w+[?!]?)`,
    kind: "constant",
  },
  { match: String.raw`[A-Za-z_]\w*:(?!:)`, kind: "constant" },
  { match: String.raw`[@$]{1,2}[A-Za-z_]\w*`, kind: "variable" },
  { match: String.raw`(?<=\bdef\s+(?:self\.)?)[A-Za-z_]\w*[?!=]?`, kind: "function" },
  number,
  member,
  word,
  operator,
];

const insertions: readonly Rule[] = [
  { match: String.raw`\\.`, kind: "string" },
  { match: String.raw`#\{`, kind: "keyword", push: "value" },
];

export const ruby: Grammar = {
  states: {
    root: { rules },
    comment: { kind: "comment", rules: [], includesEnd: true },
    heredoc: { kind: "string", rules: insertions, includesEnd: true },
    string: { kind: "string", rules: [...insertions, { match: '"', kind: "string", pops: 1 }] },
    command: { kind: "string", rules: [...insertions, { match: "`", kind: "string", pops: 1 }] },
    value: { rules: [{ match: String.raw`\}`, kind: "keyword", pops: 1 }, ...rules] },
  },
  words: {
    keyword:
      "alias and attr_accessor attr_reader attr_writer begin break case class def defined do else elsif end ensure extend for if in include loop module new next not or prepend private protected public puts raise redo require require_relative rescue retry return self super then undef unless until when while yield",
    constant: "true false nil __FILE__ __LINE__",
  },
  hasCalls: true,
  hasCapitals: true,
};
