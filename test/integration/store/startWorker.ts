import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { testProgram } from "../../support/programs.ts";

/** Another process on a store, which waits until it is told to go. */
export interface Worker {
  readonly go: () => void;
  /** What it tells next. */
  readonly next: () => Promise<unknown>;
  /** All that it told before it ended; what a kill cut off is left out. */
  readonly rest: () => Promise<readonly unknown[]>;
  /** `kill -9`; resolves when it has gone. */
  readonly kill: () => Promise<void>;
  readonly ended: Promise<unknown>;
}

/** `place` is a path or a PostgreSQL URL; `shell` begins a shell script that the worker replaces. */
export async function startWorker(place: string, task: string, shell?: string): Promise<Worker> {
  const args = [await testProgram(new URL("storeWorker.ts", import.meta.url)), place, task];
  const child =
    shell === undefined
      ? spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] })
      : spawn("/bin/sh", ["-c", `${shell}; exec "$@"`, "sh", process.execPath, ...args], {
          stdio: ["pipe", "pipe", "inherit"],
        });
  const ended = once(child, "close");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done === true) {
      throw new Error("The worker has ended without a word.");
    }
    return JSON.parse(value);
  };
  await next();
  return {
    go: () => {
      child.stdin.write("\n");
    },
    next,
    rest: async () => {
      const told: unknown[] = [];
      for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
        if (line.value.endsWith("}")) {
          told.push(JSON.parse(line.value));
        }
      }
      return told;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    ended,
  };
}

/** How much two processes that do the same task at the same time were granted together. */
export async function grantedByTwo(url: string, task: string): Promise<number> {
  const workers = await Promise.all([startWorker(url, task), startWorker(url, task)]);
  for (const worker of workers) {
    worker.go();
  }
  const granted = await Promise.all(workers.map((worker) => worker.next()));
  await Promise.all(workers.map(({ ended }) => ended));
  return granted.map(Number).reduce((a, b) => a + b);
}
