import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { LinePattern, MatchLimits } from "../../agent/tools/base/workspace.ts";

/** The program of a thread, because a regular expression may never end. It is a text, because a bundle is one file. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const { pattern, texts } = workerData;
const { source, isRegex, isCaseSensitive } = pattern;
const escaped = isRegex ? source : source.replaceAll(/[\\\\^$.*+?()[\\]{}|/]/gu, "\\\\$&");
const expression = new RegExp(escaped, isCaseSensitive ? "u" : "iu");
parentPort.postMessage(
  texts.map((text) =>
    text.split(/\\r\\n|\\r|\\n/u).flatMap((line, row) => (expression.test(line) ? [row] : [])),
  ),
);
`;

export async function matchLines(
  pattern: LinePattern,
  texts: readonly string[],
  { signal, maxMs }: MatchLimits,
): Promise<readonly (readonly number[])[] | undefined> {
  const worker = new Worker(program, { eval: true, workerData: { pattern, texts }, env: {} });
  const timeout = AbortSignal.timeout(Math.ceil(maxMs));
  try {
    const message = await once(worker, "message", { signal: AbortSignal.any([signal, timeout]) });
    const lines: unknown = message[0];
    if (!isRows(lines)) {
      throw new Error("The search answered in no form that is known.");
    }
    return lines;
  } catch (error) {
    if (timeout.aborted && !signal.aborted) {
      return undefined;
    }
    throw error;
  } finally {
    await worker.terminate();
  }
}

function isRows(lines: unknown): lines is readonly (readonly number[])[] {
  return (
    Array.isArray(lines) &&
    lines.every((rows) => Array.isArray(rows) && rows.every((row) => Number.isInteger(row)))
  );
}
