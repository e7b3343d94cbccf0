import { availableParallelism } from "node:os";

import { UsageError } from "../../sharedNode/flags.ts";

/** The most workers by default; the ledger cannot keep more busy. */
const mostByDefault = 8;
const most = 64;

interface WorkerWishes {
  readonly flag: string | undefined;
  readonly variable: string | undefined;
  readonly file: number | undefined;
  readonly isLab: boolean;
  readonly endsIdle: boolean;
}

/** A hub of one person has one process by default: it starts faster. */
export function workerCount({ flag, variable, file, isLab, endsIdle }: WorkerWishes): number {
  if (endsIdle) {
    if (flag !== undefined && flag !== "1") {
      throw new UsageError("--idle-exit is for a hub of one process: give it no --workers.");
    }
    return 1;
  }
  const text = flag ?? variable;
  if (text !== undefined) {
    return countOf(text);
  }
  return isLab ? 1 : (file ?? byDefault());
}

/** The default, above one only on Linux: only Linux is tested with several workers. */
function byDefault(): number {
  return process.platform === "linux"
    ? Math.max(1, Math.min(availableParallelism() - 1, mostByDefault))
    : 1;
}

function countOf(text: string): number {
  const count = Number(text);
  if (!/^\d+$/u.test(text) || count < 1 || count > most) {
    throw new UsageError(`--workers must be a number from 1 to ${most}, not "${text}".`);
  }
  return count;
}
