import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const graceMs = 12_000;

/** Ends a process group when its stdin closes. The system closes it when we end, even if killed. */
const guardProgram = `
process.stdin.resume().on("end", () => {
  try { process.kill(-process.argv[1], "SIGTERM"); } catch {}
});`;

/** A program and all its child processes; they end together, and with us. */
export class ProcessGroup {
  readonly child: ChildProcess;
  /** Settles when the program has ended; rejects if it could not be started. */
  readonly ended: Promise<void>;

  constructor(command: string, args: readonly string[], options: SpawnOptions) {
    // A process group on POSIX; on Windows the tree is ended by its root.
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
    // Callers use `ended`; this handler only prevents an unhandled rejection.
    this.ended.catch(() => {});
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Asks the whole group to end; after 12 s the rest is killed. */
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
      // No process of the group is left.
    }
  }
}

function startGuard(pid: number): ChildProcess {
  const guard = spawn(process.execPath, ["-e", guardProgram, String(pid)], {
    // Its own group, which a Ctrl+C in our terminal does not reach, so that it outlives us briefly.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  return guard;
}
