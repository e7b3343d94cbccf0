import { number, type Grammar, type Rule } from "../grammar.ts";

const variable: Rule = {
  match: String.raw`\$(?:[A-Za-z_]\w*|[\d@*#?$!-]|\{[^}]*\}?)`,
  kind: "variable",
};
const command: Rule = {
  match: String.raw`[A-Za-z_./~][\w./+-]*(?<=(?:^|[|;&({]|\$\(|\b(?:then|do|else|sudo|exec|time))\s*[\w./~+-]+)(?!=)`,
  isWord: true,
  kind: "function",
};

export const shell: Grammar = {
  states: {
    root: {
      rules: [
        { match: String.raw`#(?<=(?:^|\s)#).*`, kind: "comment" },
        { match: String.raw`\\.`, kind: "string" },
        { match: '"', kind: "string", push: "string" },
        { match: "'", kind: "string", push: "literal", until: () => "'" },
        {
          match: String.raw`<<-?\s*["']?[A-Za-z_]\w*["']?`,
          kind: "operator",
          push: "heredoc",
          until: (match) => match.replaceAll(/[<\s"'-]/g, ""),
        },
        variable,
        { match: String.raw`[A-Za-z_]\w*(?==)(?<=(?:^|\s|;)\w+)`, kind: "variable" },
        { match: String.raw`--?[A-Za-z][\w-]*(?<=\s--?[\w-]+)`, kind: "attribute" },
        command,
        { match: String.raw`[A-Za-z_./~][\w./~:@+-]*`, isWord: true },
        { ...number, match: String.raw`\d+` },
        { match: "[|&;<>]+", kind: "operator" },
      ],
    },
    string: {
      kind: "string",
      rules: [
        { match: String.raw`\\.`, kind: "string" },
        variable,
        { match: '"', kind: "string", pops: 1 },
      ],
    },
    literal: { kind: "string", rules: [], includesEnd: true },
    heredoc: { kind: "string", rules: [variable], includesEnd: true },
  },
  words: {
    keyword:
      "break case continue declare do done elif else esac eval exec exit export fi for function if in local readonly return select set shift source then trap unset until while",
    constant: "true false",
  },
};
