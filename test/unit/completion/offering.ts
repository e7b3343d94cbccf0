import { closersWanted } from "../../../src/completion/brackets.ts";
import { cleanAnswer, type Fitted, fitText } from "../../../src/completion/clean.ts";
import { AnswerCutter, lineRuleAt } from "../../../src/completion/lineRule.ts";
import type { IndentStyle } from "../../../src/completion/reindent.ts";
import { linesOf } from "../../../src/completion/textLines.ts";

export interface Hole {
  readonly before: string;
  readonly after: string;
}

/** What is offered between two texts if a model answers so, in pieces. */
function offeredIn({ before, after }: Hole, answer: string, style: IndentStyle): Fitted {
  const above = before.split("\n");
  const cursor = { line: above.length - 1, column: above.at(-1)?.length ?? 0 };
  const lines = linesOf(before + after);
  const cutter = new AnswerCutter(lineRuleAt(lines, cursor, 12, style));
  for (const piece of answer.match(/[\s\S]{1,5}/gu) ?? []) {
    if (cutter.push(piece)) {
      break;
    }
  }
  cutter.end();
  const place = { lines, cursor, style };
  return fitText(cleanAnswer(cutter.text, place), place, closersWanted(lines, cursor));
}

/** The text after the offer is accepted; undefined if there is none. */
export function acceptedIn(hole: Hole, answer: string, style: IndentStyle): string | undefined {
  const { text, replaces } = offeredIn(hole, answer, style);
  return text === "" ? undefined : hole.before + text + hole.after.slice(replaces);
}

export interface CutLine {
  readonly hole: Hole;
  readonly rest: string;
  readonly whole: string;
  readonly style: IndentStyle;
}

/** Random lines, cut at random places, with closers of the editor behind the cut. */
export function cutLines(
  text: string,
  next: (below: number) => number,
  count: number,
): readonly CutLine[] {
  const lines = text.split("\n");
  const style = { insertSpaces: !/^\t/mu.test(text), tabSize: 4 };
  return Array.from({ length: count }).flatMap(() => {
    const at = next(lines.length);
    const line = (lines[at] ?? "").trimEnd();
    const start = line.length - line.trimStart().length;
    const column = start + 1 + next(line.length - start);
    const [before, rest] = [line.slice(0, column), line.slice(column)];
    const closers = closersOf(before, rest);
    if (!isFit(lines, at, rest) || closers === "" || closers === undefined) {
      return [];
    }
    const [above, below] = [lines.slice(0, at), lines.slice(at + 1)];
    return [
      {
        hole: { before: [...above, before].join("\n"), after: [closers, ...below].join("\n") },
        rest,
        whole: [...above, line, ...below].join("\n"),
        style,
      },
    ];
  });
}

/** No line that is refused for another reason: short rests, lines like their neighbours, odd signs. */
function isFit(lines: readonly string[], at: number, rest: string): boolean {
  const line = (lines[at] ?? "").trim();
  const others = [lines.slice(0, at).toReversed(), lines.slice(at + 1)];
  const near = others.map((some) => some.find((one) => one.trim() !== "")?.trim());
  return (
    rest.trim().length >= 4 &&
    line.length <= 200 &&
    !near.includes(line) &&
    !/[^\x20-\x7E\t]|"""|'''|```|<\|/u.test(line)
  );
}

interface Opened {
  readonly sign: string;
  readonly at: number;
}

/** Closers of brackets and quotes that stand open before a cut and are closed behind it; undefined in odd places. */
function closersOf(before: string, rest: string): string | undefined {
  const line = before + rest;
  if (/[\\$]$/u.test(before)) {
    return undefined;
  }
  const stack: Opened[] = [];
  const closed: Opened[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    const top = stack.at(-1);
    const opened = openedAt(line, at, top?.sign ?? "");
    if (opened === "odd") {
      return undefined;
    }
    if (sign === top?.sign) {
      stack.pop();
      closed.push(...(at >= before.length ? [top] : []));
    } else {
      stack.push(...opened);
      at += sign === "\\" || (sign === "$" && opened.length > 0) ? 1 : 0;
    }
  }
  return closed.map((one) => (one.at < before.length ? one.sign : "")).join("");
}

function openedAt(line: string, at: number, top: string): readonly Opened[] | "odd" {
  const sign = line.charAt(at);
  if (/["'`]/u.test(top)) {
    return top === "`" && line.startsWith("${", at) ? [{ sign: "}", at }] : [];
  }
  if (/["`]/u.test(sign) || isApostrophe(line, at)) {
    return [{ sign, at }];
  }
  const bracket = "([{".indexOf(sign);
  const isOdd = top !== "" && top !== sign && ")]}".includes(sign);
  return isOdd ? "odd" : bracket < 0 ? [] : [{ sign: ")]}".charAt(bracket), at }];
}

function isApostrophe(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - 3), at);
  const isPrefix = !/\w$/u.test(before) || /(?:^|\W)[rbfu]{1,2}$/iu.test(before);
  return line.charAt(at) === "'" && isPrefix && line.indexOf("'", at + 1) > 0;
}
