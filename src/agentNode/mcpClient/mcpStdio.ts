import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";

import { signalTree } from "../processes/processTree.ts";
import { MessageLines } from "./mcpMessageLines.ts";

export interface StdioLaunch {
  readonly program: string;
  readonly args: readonly string[];
  /** The arguments are already quoted for the Windows command processor. */
  readonly isVerbatim?: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
}

const graceMs = 2_000;
const pollMs = 50;
const maxErrors = 65_536;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #launch: StdioLaunch;
  readonly #mark = `mcp-${randomUUID()}`;
  readonly #lines = new MessageLines();
  #child: Child | undefined;
  #errors = "";
  #ending: Promise<void> | undefined;
  #isClosed = false;

  constructor(launch: StdioLaunch) {
    this.#launch = launch;
  }

  get errors(): string {
    return this.#errors;
  }

  async start(): Promise<void> {
    const { program, args, isVerbatim = false, environment, folder } = this.#launch;
    const child = spawn(program, [...args], {
      cwd: folder,
      env: { ...environment, AI_HUB_RUN: this.#mark },
      detached: process.platform !== "win32",
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim,
    });
    this.#child = child;
    const decoder = new TextDecoder();
    child.stderr.on("data", (bytes: Buffer) => {
      this.#errors = (this.#errors + decoder.decode(bytes, { stream: true })).slice(-maxErrors);
    });
    child.stdout.on("data", (bytes: Buffer) => this.#read(bytes));
    // Writing to an ended server is not our fault.
    child.stdin.on("error", () => undefined);
    child.once("exit", () => this.#closed());
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        this.#closed();
        reject(error);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (!child || this.#isClosed || !child.stdin.writable) {
      return Promise.reject(new Error("The server has ended."));
    }
    return new Promise((resolve, reject) => {
      child.stdin.write(`${JSON.stringify(message)}\n`, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  /** Closes the input, then sends TERM, then KILL; resolves when no process is left. */
  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  #read(bytes: Buffer): void {
    for (const line of this.#lines.take(bytes)) {
      try {
        const value: unknown = line.kind === "line" ? JSON.parse(line.text) : line.answer;
        this.onmessage?.(JSONRPCMessageSchema.parse(value));
      } catch {
        this.onerror?.(new Error("The server printed a line that is no message."));
      }
    }
  }

  #closed(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.onclose?.();
    }
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child) {
      return;
    }
    child.stdin.end();
    if (await this.#isGoneBy(child)) {
      this.#closed();
      return;
    }
    await signalTree(this.#tree(child), "SIGTERM");
    if (!(await this.#isGoneBy(child))) {
      await signalTree(this.#tree(child), "SIGKILL");
    }
    child.stdout.destroy();
    child.stderr.destroy();
    this.#closed();
  }

  async #isGoneBy(child: Child): Promise<boolean> {
    const deadline = performance.now() + graceMs;
    while (await signalTree(this.#tree(child), "check")) {
      if (performance.now() > deadline) {
        return false;
      }
      await wait(pollMs);
    }
    return true;
  }

  #tree(child: Child): Parameters<typeof signalTree>[0] {
    const isWaitedFor = child.exitCode !== null || child.signalCode !== null;
    return { leader: isWaitedFor ? undefined : child.pid, mark: this.#mark };
  }
}
