import { blockCommentState, cRules, lineComment, type Grammar, type Rule } from "../grammar.ts";

const variable: Rule = { match: String.raw`\$+[A-Za-z_]\w*`, kind: "variable" };

export const php: Grammar = {
  states: {
    root: {
      rules: [
        { match: String.raw`<\?(?:php|=)?|\?>`, kind: "tag" },
        { match: String.raw`</?[A-Za-z][^\s>]*>?(?<=^\s*<\S+)`, kind: "tag" },
        variable,
        {
          match: String.raw`<<<\s*["']?[A-Za-z_]\w*["']?`,
          kind: "string",
          push: "heredoc",
          until: (match) => match.replaceAll(/[<\s"']/g, ""),
        },
        { match: String.raw`#\[`, kind: "attribute" },
        lineComment(String.raw`#(?!\[)`),
        { match: '"', kind: "string", push: "string" },
        ...cRules,
      ],
    },
    blockComment: blockCommentState,
    heredoc: { kind: "string", rules: [variable], includesEnd: true },
    string: {
      kind: "string",
      rules: [
        { match: String.raw`\\.`, kind: "string" },
        variable,
        { match: '"', kind: "string", pops: 1 },
      ],
    },
  },
  words: {
    keyword:
      "abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print private protected public readonly require require_once return static switch throw trait try unset use var while xor yield",
    type: "bool float int iterable mixed never object string void self parent",
    constant: "true false null TRUE FALSE NULL",
  },
  hasCalls: true,
  hasCapitals: true,
};
