import { lineComment, number, quoted, type Grammar } from "../grammar.ts";

export const dockerfile: Grammar = {
  states: {
    root: {
      rules: [
        lineComment("#"),
        quoted('"'),
        { match: "'[^']*'?", kind: "string" },
        { match: String.raw`\$(?:[A-Za-z_]\w*|\{[^}]*\}?)`, kind: "variable" },
        { match: String.raw`--[a-z][\w-]*`, kind: "attribute" },
        { match: String.raw`[A-Za-z]+(?<=^\s*[A-Za-z]+)(?=\s|$)`, isWord: true },
        { match: String.raw`\bAS\b`, kind: "keyword" },
        { match: String.raw`[A-Za-z_][\w./-]*` },
        number,
      ],
    },
  },
  words: {
    keyword:
      "add arg cmd copy entrypoint env expose from healthcheck label maintainer onbuild run shell stopsignal user volume workdir",
  },
  ignoresCase: true,
};
