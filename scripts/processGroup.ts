import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const graceMs = 12_000;

/** Ends the group of its argument when its input closes, which the system does when we end, however we end. */
const guardProgram = `
process.stdin.resume().on("end", () => {
  try { process.kill(-process.argv[1], "SIGTERM"); } catch {}
});`;

/** A program and all that it starts, which end together, and with us. */
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
    const { pid } = this.child;
    if (pid !== undefined && process.platform !== "win32") {
      const guard = startGuard(pid);
      this.child.on("exit", () => guard.kill());
    }
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

function startGuard(pid: number): ChildProcess {
  const guard = spawn(process.execPath, ["-e", guardProgram, String(pid)], {
    // Out of reach of a Ctrl+C that is meant for us, so that it outlives us for a moment.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  return guard;
}
