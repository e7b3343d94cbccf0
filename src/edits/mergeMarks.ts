import type { CodeFacts } from "./codeFacts.ts";
import { letters } from "./indentation.ts";
import { Unclear } from "./unclear.ts";

/** Comments and attributes above an item, in the file and in the block. */
interface Marks {
  readonly was: readonly string[];
  readonly is: readonly string[];
  /** The block may have left out marks that stay. */
  readonly mayLack: boolean;
}

/** A comment with more letters is a sentence: it occurs once in a file. */
const minLetters = 20;

interface MergedMarks {
  readonly lines: readonly string[];
  readonly isOther: boolean;
}

/**
 * The file's marks above the block's first mark, then the block's. Throws `Unclear` if the block
 * uses them on other code, too.
 */
export function mergeMarks(facts: CodeFacts, { was, is, mayLack }: Marks): MergedMarks {
  const isElsewhere = (line: string): boolean => letters(line) > minLetters && facts.hasAll([line]);
  const there = new Set(was.map((line) => line.trim()));
  if (is.some((line) => !there.has(line.trim()) && isElsewhere(line))) {
    throw new Unclear("A comment stands on something else");
  }
  const from = is.length === 0 ? was.length : startOf(facts, was, is);
  const above = was.slice(0, from);
  if ((mayLack || is.length > 0) && facts.hasSome(above)) {
    throw new Unclear("A comment stands on something else");
  }
  const isSame = endsWith(was, is);
  if (!mayLack && !isSame && above.length > 0) {
    throw new Unclear("The first lines of a comment may be left out or removed");
  }
  const kept = mayLack ? above : [];
  return {
    lines: [...kept, ...(isSame ? was.slice(from) : is)],
    isOther: !isSame || kept.length < above.length,
  };
}

/** The file's row where the block's marks begin; 0 if the marks differ. */
function startOf(facts: CodeFacts, was: readonly string[], is: readonly string[]): number {
  if (endsWith(was, is)) {
    return was.length - is.length;
  }
  const places = was.flatMap((line, row) => (line.trim() === is[0]?.trim() ? [row] : []));
  if (places.length > 1 || (places.length === 0 && facts.hasAll(is))) {
    throw new Unclear("A comment stands on something else");
  }
  return places[0] ?? 0;
}

function endsWith(lines: readonly string[], end: readonly string[]): boolean {
  const tail = lines.slice(lines.length - end.length);
  return tail.length === end.length && tail.every((line, row) => line.trim() === end[row]?.trim());
}
