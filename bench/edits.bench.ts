/**
 * Right and wrong edits: changes of this repository's own history as a model would ask for them, each with drifts
 * between the file and what the model copied. A wrong edit changes other lines, or makes other lines of them. Beside the
 * edit engine stands a matcher that takes exact text only; `AI_HUB_EDIT_RIVAL` names a module whose
 * `replace(text, oldText, newText)` is measured, too.
 */
import * as z from "zod";

import { editText } from "../src/edits/match/editText.ts";
import type { TextEdit } from "../src/edits/match/matchText.ts";
import { type DriftedEdit, drifts } from "./edits/drifts.ts";
import { historyHunks } from "./edits/historyHunks.ts";
import { plainText } from "./edits/plainText.ts";

const wanted = Number(process.env["AI_HUB_EDIT_HUNKS"] ?? 5_000);
const goal = { wrong: 0, right: 0.97 };

/** The edited text; undefined if the edit is refused. */
type Edit = (text: string, edit: TextEdit) => string | undefined;

const rivals: Record<string, Edit> = {
  ours: (text, edit) => {
    const result = editText(text, [edit]);
    return result.kind === "edited" ? result.text : undefined;
  },
  strict: (text, { oldText, newText }) => {
    const [before, after, ...more] = text.split(oldText);
    return after === undefined || more.length > 0 ? undefined : `${before}${newText}${after}`;
  },
};
const rivalModule = process.env["AI_HUB_EDIT_RIVAL"];
if (rivalModule !== undefined) {
  rivals["rival"] = rivalOf(await import(rivalModule));
}

/** The function of another program, which refuses by an exception. */
function rivalOf(module: unknown): Edit {
  const { replace } = z
    .object({
      replace: z.function({ input: [z.string(), z.string(), z.string()], output: z.string() }),
    })
    .parse(module);
  return (text, { oldText, newText }) => {
    try {
      return replace(text, oldText, newText);
    } catch {
      // Refused.
      return undefined;
    }
  };
}

interface Counts {
  right: number;
  wrong: number;
  refused: number;
}

function judge(
  result: string | undefined,
  { text, start, end, expected }: DriftedEdit,
): keyof Counts {
  if (result === undefined) {
    return "refused";
  }
  const [head, tail] = [text.slice(0, start), text.slice(end)];
  const middle = result.slice(head.length, result.length - tail.length);
  return expected !== undefined &&
    result.startsWith(head) &&
    result.endsWith(tail) &&
    plainText(middle) === plainText(expected)
    ? "right"
    : "wrong";
}

interface Sum extends Counts {
  /** Edits with one meant place. */
  meant: number;
}

const hunks = historyHunks(wanted);
const sums = new Map(
  Object.keys(rivals).map((rival): [string, Sum] => [
    rival,
    { right: 0, wrong: 0, refused: 0, meant: 0 },
  ]),
);
console.table(
  Object.entries(drifts).map(([drift, drifted]) => {
    const cases = hunks.flatMap((hunk, index) => drifted(hunk, index) ?? []);
    const columns = Object.entries(rivals).flatMap(([rival, edit]) =>
      columnsOf(rival, edit, cases),
    );
    return { drift, edits: cases.length, ...Object.fromEntries(columns) };
  }),
);
for (const [rival, { wrong, meant, right }] of sums) {
  const share = ((100 * right) / meant).toFixed(2);
  console.log(
    `${rival}: ${wrong} wrong edits; ${share} % right of ${meant} where one place is meant`,
  );
}
const ours = sums.get("ours");
const isMet = ours && ours.wrong <= goal.wrong && ours.right >= goal.right * ours.meant;
console.log(`Goal: ${goal.wrong} wrong, ${100 * goal.right} % right: ${isMet ? "met" : "MISSED"}`);

function columnsOf(
  rival: string,
  edit: Edit,
  cases: readonly DriftedEdit[],
): readonly (readonly [string, string | number])[] {
  const counts: Counts = { right: 0, wrong: 0, refused: 0 };
  for (const drifted of cases) {
    counts[judge(edit(drifted.text, drifted.edit), drifted)] += 1;
  }
  const meant = cases.filter(({ expected }) => expected !== undefined).length;
  const sum = sums.get(rival);
  if (sum) {
    sum.right += counts.right;
    sum.wrong += counts.wrong;
    sum.meant += meant;
  }
  const right = meant === 0 ? "–" : `${((100 * counts.right) / meant).toFixed(1)} %`;
  return [
    [`${rival}: right`, right],
    [`${rival}: wrong`, counts.wrong],
    [`${rival}: refused`, counts.refused],
  ];
}
