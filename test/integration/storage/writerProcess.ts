import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** The program of a writer of conversations. */
export const writerSource = new URL("writerProgram.ts", import.meta.url);

/** A running writer and what it said. */
export class WriterProcess {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  readonly #waiting = new Set<() => void>();

  /** `limitKb` bounds the size of every file it writes, as a full disk would. */
  constructor(program: string, args: readonly string[], limitKb?: number) {
    const command = [process.execPath, program, ...args];
    this.child =
      limitKb === undefined
        ? spawn(process.execPath, command.slice(1), { stdio: ["pipe", "pipe", "inherit"] })
        : spawn(
            "bash",
            ["-c", `trap '' XFSZ; ulimit -S -f ${limitKb}; exec "$@"`, "-", ...command],
            {
              stdio: ["pipe", "pipe", "inherit"],
            },
          );
    if (this.child.stdout) {
      createInterface({ input: this.child.stdout }).on("line", (line) => {
        this.lines.push(line);
        for (const wake of this.#waiting) {
          wake();
        }
      });
    }
  }

  /** Resolves when `condition` holds after a line, or at the end of the process. */
  async until(condition: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (condition()) {
          this.#waiting.delete(check);
          resolve();
        }
      };
      this.#waiting.add(check);
      this.child.once("close", () => resolve());
      check();
    });
  }

  /** Ends it as a power cut would and resolves when it is gone. */
  async kill(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.child.once("close", resolve);
    });
    this.child.kill("SIGKILL");
    await closed;
  }
}
