import { quoted, type Grammar } from "../grammar.ts";

export const yaml: Grammar = {
  states: {
    root: {
      rules: [
        { match: String.raw`#(?<=(?:^|\s)#).*`, kind: "comment" },
        { match: String.raw`---(?<=^---)|\.\.\.(?<=^\.\.\.)`, kind: "keyword" },
        {
          match: String.raw`(?:[\w$./@-][^\s:#,{}[\]]*(?: [^\s:#,{}[\]]+)*|"(?:[^"\\]|\\.)*"|'[^']*')(?=:(?:\s|$))`,
          kind: "variable",
        },
        quoted('"'),
        { match: "'[^']*'?", kind: "string" },
        { match: String.raw`[&*][\w-]+`, kind: "variable" },
        { match: String.raw`![\w!/-]*`, kind: "type" },
        {
          match: String.raw`(?:true|false|null|yes|no|on|off|~)(?=\s*(?:$|[,\]}#]))`,
          kind: "constant",
        },
        {
          match: String.raw`[-+]?(?:0x[\da-fA-F]+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)(?=\s*(?:$|[,\]}#]))`,
          kind: "number",
        },
        { match: String.raw`[|>][-+]?(?=\s*$)`, kind: "keyword" },
        { match: String.raw`[^\s#:,{}[\]"'&*!|>-][^#:,{}[\]]*`, kind: "string" },
      ],
    },
  },
};
