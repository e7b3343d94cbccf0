import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, type WriteStream } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import type { CommandEnd } from "../../agent/command/commands.ts";
import {
  modelOutputLimits,
  OutputText,
  type OutputSummary,
} from "../../agent/command/outputText.ts";
import { LineDecoder, type OutputDecoder, utf8Decoder } from "../processes/outputDecoder.ts";
import { type ProcessTree, signalTree } from "../processes/processTree.ts";
import type { Shell } from "../processes/shell.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

const maxOutputFile = 10_485_760;
const graceMs = 2_000;
const drainMs = 250;
const firstPollMs = 10;
const maxPollMs = 50;

export interface CommandOptions {
  readonly shell: Shell;
  readonly script: string;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly mark: string;
  /** Gets the output byte for byte, up to 10 MB. */
  readonly outputFile: string;
  readonly timeoutMs: number;
  /** The code page of the Windows console; on other systems programs print UTF-8. */
  readonly codePage?: number | undefined;
  readonly sandbox?: Sandbox;
}

/**
 * A script in a new process group, with a closed input. It ends with its shell, even if another process still holds the
 * output.
 */
export class CommandProcess {
  readonly ended: Promise<CommandEnd>;
  readonly #options: CommandOptions;
  readonly #output = new OutputText(modelOutputLimits);
  readonly #file: WriteStream;
  readonly #child: ChildProcess;
  readonly #timer: NodeJS.Timeout;
  readonly #decoders: OutputDecoder[] = [];
  #bytes = 0;
  #reason: "stopped" | "timedOut" | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: CommandOptions) {
    this.#options = options;
    const { shell, folder, environment, outputFile, timeoutMs } = options;
    this.#file = createWriteStream(outputFile, { mode: 0o600 });
    this.#file.on("error", () => this.#file.destroy());
    const words = [shell.program, ...shell.args, shell.prelude + options.script];
    const { program, args } = options.sandbox ?? { program: words.shift() ?? "", args: [] };
    this.#child = spawn(program, [...args, ...words], {
      cwd: folder,
      env: environment,
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    this.#timer = setTimeout(() => void this.#end("timedOut"), timeoutMs);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      const { codePage } = options;
      const decoder = codePage === undefined ? utf8Decoder() : new LineDecoder(codePage);
      this.#decoders.push(decoder);
      stream?.on("data", (bytes: Buffer) => this.#take(bytes, decoder.decode(bytes)));
      // An editor reads keys from its error output if its input is closed: Node's pipes are sockets of two ways.
      if (stream instanceof Socket) {
        stream.end();
      }
    }
    this.ended = this.#watchAndClose();
  }

  output(): OutputSummary {
    return this.#output.summary();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async stop(): Promise<void> {
    await this.#end("stopped");
  }

  #take(bytes: Buffer, text: string): void {
    const room = maxOutputFile - this.#bytes;
    this.#bytes += bytes.length;
    if (room > 0 && !this.#file.destroyed) {
      this.#file.write(bytes.subarray(0, room));
    }
    this.#output.append(text);
  }

  async #watchAndClose(): Promise<CommandEnd> {
    try {
      return await this.#watch();
    } finally {
      await this.#close();
    }
  }

  async #watch(): Promise<CommandEnd> {
    const closed = new Promise<void>((resolve) => this.#child.once("close", () => resolve()));
    const end = await new Promise<CommandEnd>((resolve) => {
      this.#child.once("error", (error) => resolve({ kind: "notStarted", reason: error.message }));
      this.#child.once("exit", (code, signal) =>
        resolve(
          code === null ? { kind: "signalled", signal: signal ?? "" } : { kind: "exited", code },
        ),
      );
    });
    if (end.kind === "notStarted") {
      return end;
    }
    await Promise.race([closed, wait(drainMs, undefined, { ref: false })]);
    await this.#stopping;
    for (const decoder of this.#decoders) {
      this.#output.append(decoder.flush());
    }
    return this.#reason === undefined ? end : { kind: this.#reason };
  }

  #end(reason: "stopped" | "timedOut"): Promise<void> {
    if (!this.#isWaitedFor) {
      this.#reason ??= reason;
    }
    this.#stopping ??= this.#signalAll();
    return this.#stopping;
  }

  get #isWaitedFor(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #signalAll(): Promise<void> {
    const tree = (): ProcessTree => ({
      leader: this.#isWaitedFor ? undefined : this.#child.pid,
      mark: this.#options.mark,
    });
    const deadline = performance.now() + graceMs;
    let isThere = await signalTree(tree(), "SIGTERM");
    for (let pollMs = firstPollMs; isThere && performance.now() < deadline;) {
      await wait(pollMs);
      pollMs = Math.min(maxPollMs, pollMs * 2);
      isThere = await signalTree(tree(), "check");
    }
    if (isThere) {
      await signalTree(tree(), "SIGKILL");
    }
  }

  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    if (!this.#file.closed) {
      const closed = new Promise<void>((resolve) => this.#file.once("close", resolve));
      this.#file.end();
      await closed;
    }
  }
}
