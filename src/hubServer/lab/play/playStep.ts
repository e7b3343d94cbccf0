import { isRecord } from "../../../shared/base/json.ts";
import { chooseDialect, inDialect } from "./dialect.ts";
import { mapStrings } from "./mapStrings.ts";
import type { PlayedRequest } from "./playedRequest.ts";
import { expression, type PlayedCall, type Trajectory, TrajectoryError } from "./trajectory.ts";

export interface PlayedStep {
  readonly text: string;
  readonly calls: readonly PlayedCall[];
  readonly chunking: number | undefined;
  readonly cut: "length" | "socket" | undefined;
}

export function spoken(text: string): PlayedStep {
  return { text, calls: [], chunking: undefined, cut: undefined };
}

/** The next step. A repeated request gets the same answer. Throws a `TrajectoryError`. */
export function playStep(
  trajectory: Trajectory,
  { name = "", rounds, tools }: PlayedRequest,
): PlayedStep {
  const step = trajectory.steps[rounds.length];
  if (!step) {
    return spoken("The trajectory has ended.");
  }
  const captures = capturesOf(trajectory, rounds);
  const calls = step.calls ?? [];
  if (calls.length > 0 && tools.size === 0) {
    // Programs also request a title of the conversation, without tools.
    return spoken(`Trajectory ${name}: the request offers no tools.`);
  }
  const dialect = chooseDialect(trajectory, tools);
  const fill = (text: string): string => withCaptures(text, captures);
  return {
    text: fill(step.text ?? ""),
    calls: calls.map(({ tool, args }) => {
      const filled = mapStrings(args, fill);
      return inDialect({ tool, args: isRecord(filled) ? filled : {} }, dialect);
    }),
    chunking: step.chunking ?? trajectory.chunking,
    cut: step.cut,
  };
}

function capturesOf({ steps }: Trajectory, rounds: readonly string[]): readonly string[] {
  let newest: readonly string[] = [];
  for (const [index, { expect }] of steps.slice(0, rounds.length + 1).entries()) {
    const found = expect === undefined ? undefined : matchOf(expect, rounds[index - 1]);
    if (expect !== undefined && !found && index === rounds.length) {
      const results = rounds[index - 1];
      throw new TrajectoryError(
        results === undefined
          ? `step ${index + 1} expects ${expect}, but there are no results yet`
          : `step ${index + 1} expects ${expect}, but the results are:\n${excerpt(results)}`,
      );
    }
    newest = found ?? newest;
  }
  return newest;
}

function matchOf(expect: string, results: string | undefined): readonly string[] | undefined {
  const match = results === undefined ? null : (expression(expect)?.exec(results) ?? null);
  return match?.map((group: string | undefined) => group ?? "");
}

const maxExcerpt = 2_000;

function excerpt(text: string): string {
  return text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)} …` : text;
}

/** `$${1}` escapes `${1}`. */
function withCaptures(text: string, captures: readonly string[]): string {
  return text.replaceAll(/\$(\$?)\{(\d)\}/gu, (_, escape: string, digit: string) => {
    if (escape !== "") {
      return `\${${digit}}`;
    }
    const capture = captures[Number(digit)];
    if (capture === undefined) {
      throw new TrajectoryError(`no expect before this step has captured \${${digit}}`);
    }
    return capture;
  });
}
