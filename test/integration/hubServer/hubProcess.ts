import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "vitest";

import { hubBundle } from "../../../scripts/programBundles.ts";
import { writeProgram } from "../../support/programs.ts";

/** The line that `--json` prints. */
export interface HubLine {
  readonly url: string;
  readonly adminToken?: string;
  readonly token: string;
}

export type ApiInit = Omit<RequestInit, "headers"> & {
  readonly headers?: Readonly<Record<string, string>>;
};

export interface HubProcess extends HubLine {
  readonly child: ChildProcess;
  /** All that it has printed so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** A request with the token of this run. */
  readonly api: (path: string, init?: ApiInit) => Promise<Response>;
}

/** Everything that a test file makes on this machine; taken away by `dispose`. */
export class HubLab {
  readonly home = mkdtempSync(join(tmpdir(), "ai-hub-test-"));
  readonly program: string;
  readonly #children = new Set<ChildProcess>();

  /** @param program A built hub; without it `build` makes one. */
  constructor(program?: string) {
    this.program = program ?? join(this.home, "hub.mjs");
  }

  async build(): Promise<void> {
    await writeProgram(this.program, "src/hubServer/main.ts", hubBundle);
  }

  /** Starts the program with a user of its own. */
  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProgram {
    const child = spawn(process.execPath, [this.program, ...args], {
      env: { PATH: process.env["PATH"], AI_HUB_HOME: join(this.home, "user"), ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#children.add(child);
    return new RunningProgram(child);
  }

  /** Starts a hub and waits until it listens. */
  async start(
    args: readonly string[] = ["--lab"],
    env: Readonly<Record<string, string>> = {},
  ): Promise<HubProcess> {
    const program = this.run(["--json", "--port", "0", "--demo-speed", "0", ...args], env);
    const line = parseLine(await program.firstLine());
    return {
      ...line,
      child: program.child,
      stdout: () => program.stdout,
      stderr: () => program.stderr,
      ended: program.ended,
      api: (path, init = {}) =>
        fetch(line.url + path, {
          ...init,
          headers: { authorization: `Bearer ${line.token}`, ...init.headers },
        }),
    };
  }

  file(name: string): string {
    return readFileSync(join(this.home, "user", name), "utf8");
  }

  async dispose(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    }
    rmSync(this.home, { recursive: true, force: true });
  }
}

class RunningProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<number | NodeJS.Signals>;
  stdout = "";
  stderr = "";

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.on("data", (data: Buffer) => {
      this.stdout += data.toString();
    });
    child.stderr?.on("data", (data: Buffer) => {
      this.stderr += data.toString();
    });
    this.ended = new Promise((resolve) => {
      child.on("close", (code, signal) => resolve(code ?? signal ?? -1));
    });
  }

  async firstLine(): Promise<string> {
    for (;;) {
      const [line, rest] = this.stdout.split("\n", 2);
      if (line !== undefined && rest !== undefined) {
        return line;
      }
      const data = this.child.stdout ? once(this.child.stdout, "data") : Promise.resolve();
      const ended = await Promise.race([data.then(() => undefined), this.ended]);
      if (ended !== undefined) {
        throw new Error(`The hub ended with ${ended}: ${this.stderr}`);
      }
    }
  }
}

function parseLine(line: string): HubLine {
  const value = JSON.parse(line) as HubLine & { readonly token?: string };
  return { ...value, token: value.token ?? "" };
}

/** Polls until the condition holds; fails with its description after 30 s. */
export async function until(
  description: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > deadline) {
      throw new Error(`It did not happen within 30 s: ${description}`);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** A chat request in the shortest form. */
export function chatBody(model: string, content: string, fields: object = {}): ApiInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content }], ...fields }),
  };
}

/** The events of an SSE text, parsed; `[DONE]` stays a string. */
export function eventsOf(text: string): readonly unknown[] {
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: "))
    .map((event) => (event === "data: [DONE]" ? "[DONE]" : JSON.parse(event.slice(6))) as unknown);
}

/** Stands for any text that has the pattern, inside an expected value. */
export function like(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}
