import {
  chooseSnippets,
  likeliestWindow,
  namesIn,
  type Snippet,
} from "../../src/completion/snippets.ts";
import type { Insertion } from "./typedLines.ts";

const mostFiles = 5;
const tokens = 1_500 * 0.25;
const nearUnits = 2_000;
/** As long as what the index finds and what surrounds a recent edit. */
const snippetLines = 8;

/** Pieces of five other files, here those of the neighbouring insertions, as the editor's index finds them. */
export function snippetsAmong(
  insertions: readonly Insertion[],
): (file: string) => readonly Snippet[] {
  return (file) => {
    const index = Number(file.replace("file", ""));
    const own = insertions[index];
    if (!own) {
      return [];
    }
    const names = namesIn(own.before.slice(-nearUnits));
    const others = insertions.slice(Math.max(0, index - 2 * mostFiles), index + 2 * mostFiles);
    const sources = others
      .filter(({ path }) => path !== own.path)
      .slice(0, mostFiles)
      .flatMap(({ path, before, after }) => {
        const window = likeliestWindow(before + after, names);
        const piece = window?.text.split("\n").slice(0, snippetLines).join("\n");
        return piece === undefined ? [] : [{ kind: "index" as const, path, text: piece }];
      });
    return chooseSnippets(sources, { tokens, isAllowed: () => true });
  };
}
