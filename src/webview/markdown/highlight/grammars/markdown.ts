import type { Grammar } from "../grammar.ts";

export const markdown: Grammar = {
  states: {
    root: {
      rules: [
        { match: String.raw`#{1,6}(?<=^\s*#+)(?:\s.*)?`, kind: "heading" },
        {
          match: "`{3,}(?<=^\\s*`+).*",
          kind: "string",
          push: "fence",
          until: (match) => /^`+/.exec(match)?.[0] ?? "```",
        },
        { match: String.raw`>(?<=^[\s>]*>)`, kind: "comment" },
        { match: String.raw`(?:[-+*]|\d+[.)])(?<=^\s*(?:[-+*]|\d+[.)]))(?=\s)`, kind: "keyword" },
        { match: "`[^`]+`", kind: "string" },
        { match: String.raw`\*\*[^*]+\*\*|__[^_]+__`, kind: "type" },
        { match: String.raw`!?\[[^\]]*\](?:\([^)]*\))?`, kind: "function" },
        { match: String.raw`<[^>\s]+>`, kind: "tag" },
        { match: String.raw`[A-Za-z\d]+` },
      ],
    },
    fence: { kind: "string", rules: [], includesEnd: true },
  },
};
