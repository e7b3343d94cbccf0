import { closersWanted } from "../../src/completion/brackets.ts";
import { cleanAnswer, fitText } from "../../src/completion/clean.ts";
import { AnswerCutter, lineRuleAt } from "../../src/completion/lineRule.ts";
import { linesOf } from "../../src/completion/textLines.ts";
import type { FreshCase } from "./freshCases.ts";

/**
 * `right`: the file is as it was once the offer is accepted. `part`: the offer is the first lines of the missing text.
 */
type Outcome = "right" | "part" | "nothing" | "wrong";

const maxLines = 12;

export function outcomesByFault(
  cases: readonly FreshCase[],
): Readonly<Record<string, Readonly<Record<Outcome, number>>>> {
  const counts: Record<string, Record<Outcome, number>> = {};
  for (const one of cases) {
    const { kind } = outcomeOf(one);
    for (const key of [one.fault, "all"]) {
      const row = (counts[key] ??= { right: 0, part: 0, nothing: 0, wrong: 0 });
      row[kind] += 1;
    }
  }
  return counts;
}

/** Compares the file after the offer is accepted with the file as it was. */
function outcomeOf(one: FreshCase): { readonly kind: Outcome; readonly got: string } {
  const { before, after, whole, style, language } = one;
  const above = before.split("\n");
  const cursor = { line: above.length - 1, column: above.at(-1)?.length ?? 0 };
  const lines = linesOf(before + after);
  const cutter = new AnswerCutter(lineRuleAt(lines, cursor, maxLines, style));
  for (const piece of one.answer.match(/[\s\S]{1,5}/gu) ?? []) {
    if (cutter.push(piece)) {
      break;
    }
  }
  cutter.end();
  const place = { lines, cursor, style, language };
  const { text, replaces } = fitText(
    cleanAnswer(cutter.text, place),
    place,
    closersWanted(lines, cursor),
  );
  const got = text === "" ? "" : before + text + after.slice(replaces);
  const missing = whole.slice(before.length, Math.max(before.length, whole.length - after.length));
  const isPart = replaces === 0 && missing.startsWith(`${text}\n`);
  const kind = text === "" ? "nothing" : got === whole ? "right" : isPart ? "part" : "wrong";
  return { kind, got: text + (replaces > 0 ? ` (replaces ${replaces})` : "") };
}
