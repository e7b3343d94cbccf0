import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";

export interface RunOptions {
  readonly cwd?: string;
  /** Added to our own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const progressIntervalMs = 20_000;

/** Runs a program in our terminal; rejects with its name and status if it fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<void> {
  await succeed(start(command, args, options, "inherit"), `${command} ${args.join(" ")}`);
}

/** Runs a program with its output appended to `log`; prints progress every 20 s, and a failure. */
export async function runQuietly(
  command: string,
  args: readonly string[],
  { log, ...options }: RunOptions & { readonly log: string },
): Promise<void> {
  const output = openSync(log, "a");
  const startedAt = Date.now();
  const progress = setInterval(() => {
    console.log(`  … still at it (${Math.round((Date.now() - startedAt) / 1_000)} s)`);
  }, progressIntervalMs);
  const line = `${command} ${args.join(" ")}`;
  try {
    await succeed(start(command, args, options, output), line);
  } catch (error) {
    const lastLines = readFileSync(log, "utf8").trimEnd().split("\n").slice(-30).join("\n");
    throw new Error(`${line} failed:\n${lastLines}`, { cause: error });
  } finally {
    clearInterval(progress);
    closeSync(output);
  }
}

function start(
  command: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
  output: "inherit" | number,
): ChildProcess {
  if (endedBy !== undefined) {
    throw new Error(`${command} is not started after ${endedBy}`);
  }
  return spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
    stdio: [output === "inherit" ? "inherit" : "ignore", output, output],
    // On Windows npm and the packages' programs are .cmd files, which only a shell can start.
    shell: process.platform === "win32",
  });
}

const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Set by Ctrl+C: a task that goes on after a failure starts no further program. */
let endedBy: NodeJS.Signals | undefined;

/** Waits for the child's end. Forwards end signals, so that the child ends with us. */
function succeed(child: ChildProcess, line: string): Promise<void> {
  const forward = (signal: NodeJS.Signals): void => {
    endedBy = signal;
    child.kill(signal);
  };
  for (const signal of endSignals) {
    process.on(signal, forward);
  }
  return new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (code === 0) {
        resolve();
      } else {
        reject(new Error(`${line} ended with ${signal ?? String(code)}`));
      }
    });
  }).finally(() => {
    for (const signal of endSignals) {
      process.off(signal, forward);
    }
  });
}
