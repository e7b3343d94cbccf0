import type { Grammar } from "../grammar.ts";

export const diff: Grammar = {
  states: {
    root: {
      rules: [
        {
          match: String.raw`(?:diff|index|---|\+\+\+|\*\*\*|Index:|rename|similarity|new file|deleted file)(?<=^\S+(?: file)?)(?:\s.*|$)`,
          kind: "comment",
        },
        { match: "@@(?<=^@@).*", kind: "heading" },
        { match: String.raw`\+(?<=^\+).*`, kind: "inserted" },
        { match: "-(?<=^-).*", kind: "deleted" },
        { match: String.raw`[\s\S].*` },
      ],
    },
  },
};
