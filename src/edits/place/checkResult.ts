import { isBlank } from "../fileLines.ts";
import { scanCode } from "./codeScan.ts";
import { itemsOf, codeText } from "./outline.ts";

export type Doubt = "unbalanced" | "unclear" | "shrinks" | "leftOut";

const minRows = 50;

export function doubtOf(
  before: readonly string[],
  after: readonly string[],
  language: string,
): Doubt | undefined {
  if (hasNewNote(before, after)) {
    return "leftOut";
  }
  const open = scanCode(after, language).unbalanced;
  if (open !== "" && open !== scanCode(before, language).unbalanced) {
    return "unbalanced";
  }
  return shrinks(before, after) || losesNames(before, after, language) ? "shrinks" : undefined;
}

const maxNote = 300;
const conflict = /^(?:<{7}|>{7}|\|{7})(?:\s|$)/u;
const note =
  /\{\s*(?:\.{3}|…)\s*\}|\/\*[^*]*(?:\.{3}|…)[^*]*\*\/|(?:\/\/|#|--)\s*(?:\.{3}|…)|(?:\/\/|#)\s*\(?(?:existing|unchanged|rest of|same as before|remaining|previous code)\b/iu;

function hasNewNote(before: readonly string[], after: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const line of before) {
    left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  }
  return after.some((line) => {
    const count = left.get(line.trim()) ?? 0;
    left.set(line.trim(), count - 1);
    return count < 1 && (conflict.test(line) || note.test(line.slice(0, maxNote)));
  });
}

function shrinks(before: readonly string[], after: readonly string[]): boolean {
  const was = rowsOf(before);
  return was >= minRows && 2 * rowsOf(after) < was;
}

function rowsOf(lines: readonly string[]): number {
  return lines.filter((line) => !isBlank(line)).length;
}

/** True if the block lacks more than half of the declarations, and at least two. */
function losesNames(
  before: readonly string[],
  after: readonly string[],
  language: string,
): boolean {
  const was = namesOf(before, language);
  const is = new Set(namesOf(after, language));
  const lost = was.filter((name) => !is.has(name));
  return lost.length > 1 && 2 * lost.length > was.length;
}

function namesOf(lines: readonly string[], language: string): readonly string[] {
  const text = codeText(lines, language);
  const names: string[] = [];
  const add = (start: number, end: number, level: number): void => {
    for (const { name, runs } of itemsOf(text, { start, end })) {
      if (name !== undefined) {
        names.push(name);
      }
      for (const run of level < 2 ? runs : []) {
        add(run.start, run.end, level + 1);
      }
    }
  };
  add(0, lines.length, 0);
  return names;
}
