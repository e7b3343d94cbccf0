import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const graceMs = 12_000;

/** A program and all that it starts, which end together. */
export class ProcessGroup {
  readonly child: ChildProcess;
  /** Settles when the program has ended; rejects if it could not be started. */
  readonly ended: Promise<void>;

  constructor(command: string, args: readonly string[], options: SpawnOptions) {
    // A group of its own on POSIX; Windows ends a tree by its root.
    this.child = spawn(command, args, { ...options, detached: process.platform !== "win32" });
    this.ended = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("exit", () => resolve());
    });
    // Who wants to know asks `ended`; for everybody else a failed start is an end too.
    this.ended.catch(() => {});
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Asks the whole group to end; what has not ended in 12 s is killed. */
  async end(): Promise<void> {
    if (!this.hasEnded) {
      this.#signal("SIGTERM");
      const timeout = new AbortController();
      const grace = delay(graceMs, undefined, { signal: timeout.signal }).catch(() => {});
      await Promise.race([this.ended.catch(() => {}), grace]);
      timeout.abort();
    }
    this.#signal("SIGKILL");
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) {
      return;
    }
    try {
      if (process.platform === "win32") {
        this.child.kill(signal);
      } else {
        process.kill(-pid, signal);
      }
    } catch {
      // Nobody of the group is left.
    }
  }
}
