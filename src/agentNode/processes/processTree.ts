import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
/** In bytes; larger than any `environ` of the agent's processes. */
const maxEnvironment = 1_048_576;

export interface ProcessTree {
  /** Undefined after the leader was waited for, because another process may have its number. */
  readonly leader: number | undefined;
  readonly mark: string;
}

/**
 * Reaches the group and, on Linux, this user's processes with `AI_HUB_RUN=<mark>` or `<mark>.…`. `check` sends nothing.
 *
 * @returns whether any process exists.
 */
export async function signalTree(
  { leader, mark }: ProcessTree,
  signal: "SIGTERM" | "SIGKILL" | "check",
): Promise<boolean> {
  const number = signal === "check" ? 0 : signal;
  if (process.platform === "win32") {
    return leader !== undefined && (number === 0 ? send(leader, 0) : await endWindowsTree(leader));
  }
  const isGroupThere = leader !== undefined && send(-leader, number);
  const marked = await markedProcesses(mark);
  return marked.map((pid) => send(pid, number)).some(Boolean) || isGroupThere;
}

async function endWindowsTree(pid: number): Promise<boolean> {
  try {
    await run("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return true;
  } catch {
    // It has ended.
    return false;
  }
}

/** Empty without `/proc`. */
async function markedProcesses(mark: string): Promise<readonly number[]> {
  if (process.platform !== "linux") {
    return [];
  }
  const names = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name));
  const found = await Promise.all(
    names.map(async (name) => ((await hasMark(name, mark)) ? Number(name) : undefined)),
  );
  return found.filter((pid): pid is number => pid !== undefined && pid !== process.pid);
}

async function hasMark(pid: string, mark: string): Promise<boolean> {
  try {
    const environment = (await readFile(`/proc/${pid}/environ`)).subarray(0, maxEnvironment);
    return environment
      .toString("latin1")
      .split("\0")
      .some((entry) => entry === `AI_HUB_RUN=${mark}` || entry.startsWith(`AI_HUB_RUN=${mark}.`));
  } catch {
    // Another user's process, or one that has just ended.
    return false;
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    // It has ended.
    return false;
  }
}
