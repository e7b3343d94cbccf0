import { expect, test } from "vitest";

import { closersWanted } from "../../../src/completion/brackets.ts";
import { cleanAnswer, fitText } from "../../../src/completion/clean.ts";
import { AnswerCutter, lineRuleAt } from "../../../src/completion/lineRule.ts";
import { linesOf } from "../../../src/completion/textLines.ts";
import { goldenFiles } from "./goldenFiles.ts";

interface Hole {
  readonly language: string;
  readonly line: number;
  readonly column: number;
  /** What was cut out of the line. */
  readonly truth: string;
  /** The file without it. */
  readonly text: string;
}

const perLanguage = 25;

/** Places behind a sign or a word, where the rest of the line, or all but its last closing signs, is missing. */
function holesOf(language: string, file: string): readonly Hole[] {
  const lines = file.split("\n");
  const holes = lines.flatMap((whole, line) =>
    [...whole.matchAll(/(?<=[\w)\]"'] ?[=(,:.<>+*]? ?)(?=\w)/gu)].flatMap(({ index: column }) => {
      const rest = whole.slice(column);
      const closers = /[)\]}"';:{,]*$/u.exec(rest)?.[0] ?? "";
      return [rest, rest.slice(0, rest.length - closers.length)].flatMap((truth) => {
        const tail = rest.slice(truth.length);
        const isAllowed = /^\s*[)}\]"'`>]*\s*[:{;,]?\s*$/u.test(tail);
        const cut = lines.with(line, whole.slice(0, column) + tail);
        return truth.trim().length >= 4 && isAllowed && isBalanced(truth, tail)
          ? [{ language, line, column, truth, text: cut.join("\n") }]
          : [];
      });
    }),
  );
  const step = Math.max(1, Math.floor(holes.length / perLanguage));
  return holes.filter((_, index) => index % step === 0).slice(0, perLanguage);
}

/** A closing sign of the tail belongs to what stands before the hole, not to what is cut out. */
function isBalanced(truth: string, tail: string): boolean {
  const count = (signs: RegExp): number => truth.match(signs)?.length ?? 0;
  const isOpen = count(/[([{]/gu) > count(/[)\]}]/gu);
  return tail === "" || (!isOpen && count(/"/gu) % 2 === 0 && count(/'/gu) % 2 === 0);
}

function wrongAnswers({ text, line, column, truth }: Hole): Readonly<Record<string, string>> {
  const lines = text.split("\n");
  const [before, tail] = [lines[line]?.slice(0, column) ?? "", lines[line]?.slice(column) ?? ""];
  const below = lines.slice(line + 1).find((one) => one.trim() !== "") ?? "";
  return {
    "with the rest of the line": truth + tail,
    "with the line below": `${truth}${tail}\n${below}\n`,
    "with the start of the line": before + truth,
    "in a fence": `\`\`\`\n${truth}\n\`\`\`\nThis completes the line.`,
    // In an open string, or for a bracket that the cut text opens, brackets more could be right.
    "with brackets too many": /^["'`]/u.test(tail) || /[([{]$/u.test(truth) ? truth : `${truth}))`,
    "with all that follows": `${truth}${tail}\n${lines.slice(line + 1).join("\n")}`,
  };
}

function offeredFor(hole: Hole, answer: string): string {
  const lines = linesOf(hole.text);
  const cursor = { line: hole.line, column: hole.column };
  const cutter = new AnswerCutter(lineRuleAt(lines, cursor, 12));
  for (const piece of answer.match(/[\s\S]{1,5}/gu) ?? []) {
    cutter.push(piece);
  }
  cutter.end();
  const style = { insertSpaces: !hole.text.includes("\t"), tabSize: 4 };
  const cleaned = cleanAnswer(cutter.text, { lines, cursor, style });
  const { text, replaces } = fitText(cleaned, { lines, cursor }, closersWanted(lines, cursor));
  const replaced = hole.text.split("\n")[hole.line]?.slice(hole.column).slice(0, replaces) ?? "";
  if (replaces > 0 && text.endsWith(replaced)) {
    // The offer has the line's closing signs again, behind a blank, in place of those that are there.
    return text.slice(0, -replaced.length);
  }
  return text === "" ? "" : text + (replaces > 0 ? ` replaces ${replaces}` : "");
}

const holes = Object.entries(goldenFiles).flatMap(([language, file]) => holesOf(language, file));

test("there are three hundred golden cases in twelve languages", () => {
  expect(holes.length).toBe(300);
});

test("no wrong answer doubles the suffix, a bracket or a line: it is the right text, a part of it, or nothing", () => {
  const doubled = holes.flatMap((hole) =>
    Object.entries(wrongAnswers(hole)).flatMap(([kind, answer]) => {
      const offered = offeredFor(hole, answer);
      const isPart = hole.truth.startsWith(offered);
      return isPart ? [] : [{ language: hole.language, kind, truth: hole.truth, offered }];
    }),
  );
  expect(doubled).toEqual([]);
});

test("most of the wrong answers still give the right text", () => {
  const all = holes.flatMap((hole) =>
    Object.values(wrongAnswers(hole)).map(
      (answer) => offeredFor(hole, answer) === hole.truth.trimEnd(),
    ),
  );
  expect(all.filter(Boolean).length / all.length).toBeGreaterThan(0.8);
});
