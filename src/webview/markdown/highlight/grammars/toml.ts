import { lineComment, number, quoted, type Grammar } from "../grammar.ts";

export const toml: Grammar = {
  states: {
    root: {
      rules: [
        lineComment("[#;]"),
        { match: String.raw`\[{1,2}[^\]]*\]{0,2}(?<=^\s*\[[^\]]*\]*)`, kind: "type" },
        { match: '"""', kind: "string", push: "long", until: () => '"""' },
        { match: "'''", kind: "string", push: "long", until: () => "'''" },
        { match: String.raw`(?:[\w.-]+|"[^"]*")(?=\s*=)`, kind: "variable" },
        quoted('"'),
        { match: "'[^']*'?", kind: "string" },
        { match: String.raw`\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?`, kind: "number" },
        number,
        { match: "[A-Za-z]+", isWord: true },
      ],
    },
    long: { kind: "string", rules: [], includesEnd: true },
  },
  words: { constant: "true false inf nan" },
};
