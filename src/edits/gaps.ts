import { isElision } from "./elision.ts";
import { isBlank } from "./fileLines.ts";

/**
 * The rows of a block that stand for lines of the file (gaps). If the file has the same comment
 * beside the same line, it is only a comment. Undefined where this is ambiguous.
 */
export function gapsOf(
  file: readonly string[],
  code: readonly string[],
  language: string,
): readonly boolean[] | undefined {
  const neighbours = neighboursIn(file);
  const own = neighboursIn(code);
  const kinds = code.map((line) => {
    const text = line.trim();
    const there = neighbours.get(text);
    if (!isElision(line, language)) {
      return "code";
    }
    const isComment = [...(own.get(text) ?? [])].some((beside) => there?.has(beside) === true);
    return !there ? "gap" : isComment ? "code" : "unknown";
  });
  return kinds.includes("unknown") ? undefined : kinds.map((kind) => kind === "gap");
}

/** For each line, the lines above and below it. */
function neighboursIn(lines: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = lines.filter((line) => !isBlank(line)).map((line) => line.trim());
  const neighbours = new Map<string, Set<string>>();
  for (const [index, text] of texts.entries()) {
    const beside = neighbours.get(text) ?? new Set();
    beside.add(`above ${texts[index - 1] ?? ""}`).add(`below ${texts[index + 1] ?? ""}`);
    neighbours.set(text, beside);
  }
  return neighbours;
}
