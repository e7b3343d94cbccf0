import { createHash } from "node:crypto";
import { join } from "node:path";

import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

import type { CallOutcome, ToolCaller } from "../../agent/mcpClient/mcpTool.ts";
import type { ServerState } from "../../agent/mcpClient/mcpTools.ts";
import type { PinnedTool } from "../../agent/mcpClient/toolPins.ts";
import { atMost, orAborted } from "../../shared/base/waiting.ts";
import type { McpChallenge } from "./mcpChallenge.ts";
import { type ConnectionOptions, McpConnection } from "./mcpConnection.ts";
import { guardedFetch } from "./mcpFetch.ts";
import { httpTransport } from "./mcpHttpTransport.ts";
import {
  httpHeaders,
  type Launch,
  LaunchError,
  type LaunchPlace,
  type ReadSecret,
  stdioLaunch,
} from "./mcpLaunch.ts";
import { McpOauth, type McpOauthDeps } from "./mcpOauth.ts";
import { StdioTransport } from "./mcpStdio.ts";

export interface McpServerDeps extends Pick<
  ConnectionOptions,
  "clock" | "elicit" | "onChange" | "roots" | "version"
> {
  readonly place: LaunchPlace;
  readonly readSecret: ReadSecret;
  readonly fetch: typeof globalThis.fetch;
  readonly signIn?: SignInDeps;
}

export interface SignInDeps extends Pick<McpOauthDeps, "secrets"> {
  readonly folder: string;
}

export class McpServer implements ToolCaller {
  readonly launch: Launch;
  readonly #deps: McpServerDeps;
  #connection: McpConnection | undefined;
  #stdio: StdioTransport | undefined;
  readonly #refusal: { challenge?: McpChallenge } = {};
  #problem: string | undefined;
  #starting: Promise<void> | undefined;
  /** Resolves when the connection is open, or closed after a failure. */
  #opening: Promise<void> = Promise.resolve();
  #stopped = new AbortController();
  #isStopped = false;

  constructor(launch: Launch, deps: McpServerDeps) {
    this.launch = launch;
    this.#deps = deps;
  }

  get name(): string {
    return this.launch.name;
  }

  get state(): Exclude<ServerState["state"], "waiting"> {
    if (this.#starting) {
      return "starting";
    }
    if (this.#connection?.isOpen === true) {
      return "ready";
    }
    return this.problem === undefined ? "stopped" : "failed";
  }

  get problem(): string | undefined {
    return this.#isStopped ? undefined : (this.#problem ?? this.#connection?.problem);
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get tools(): readonly PinnedTool[] {
    return this.#connection?.isOpen === true ? this.#connection.tools : [];
  }

  get errors(): string {
    return this.#stdio?.errors ?? "";
  }

  async start(): Promise<void> {
    if (this.state === "ready") {
      return;
    }
    this.#isStopped = false;
    this.#starting ??= this.#start();
    await this.#starting;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopped.abort(new Error("It was stopped."));
    await this.#starting;
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
    await atMost(this.#deps.clock, closeMs, this.#opening);
    this.#deps.onChange();
  }

  pinNow(tool: string): string | undefined {
    return this.#connection?.pinNow(tool);
  }

  async call(...words: Parameters<ToolCaller["call"]>): Promise<CallOutcome> {
    return (
      (await this.#connection?.call(...words)) ?? { kind: "notSent", reason: "It was stopped." }
    );
  }

  async signIn(openBrowser: (url: URL) => Promise<void>, signal: AbortSignal): Promise<void> {
    const { config } = this.launch;
    const url = config.kind === "http" ? new URL(config.url) : undefined;
    const oauth =
      url && this.#oauth(url, guardedFetch({ url, headers: {}, fetch: this.#deps.fetch }));
    await oauth?.signIn(openBrowser, signal);
  }

  #oauth(url: URL, fetch: FetchLike): McpOauth | undefined {
    const { signIn } = this.#deps;
    if (!signIn) {
      return undefined;
    }
    const name = createHash("sha256").update(url.href).digest("hex");
    const lockFile = join(signIn.folder, `${name}.lock`);
    return new McpOauth({ url, secrets: signIn.secrets, lockFile, fetch, refusal: this.#refusal });
  }

  async #start(): Promise<void> {
    this.#stopped = new AbortController();
    const { signal } = this.#stopped;
    const ended = this.#connection;
    this.#connection = undefined;
    this.#problem = undefined;
    try {
      // The earlier process must end before the new one starts.
      await ended?.close();
      await atMost(this.#deps.clock, closeMs, this.#opening);
      this.#deps.onChange();
      const opening = this.#open(signal);
      this.#opening = closeIfAborted(opening, signal);
      this.#connection = await orAborted(opening, signal);
    } catch (error) {
      this.#problem = problemOf(error, this.errors);
    } finally {
      this.#starting = undefined;
      this.#deps.onChange();
    }
  }

  async #open(signal: AbortSignal): Promise<McpConnection> {
    const { config } = this.launch;
    const { place, readSecret, fetch, clock } = this.#deps;
    if (config.kind === "stdio") {
      const stdio = new StdioTransport(
        await stdioLaunch({ ...this.launch, config }, place, readSecret),
      );
      this.#stdio = stdio;
      return await this.#connect(stdio, signal);
    }
    const url = new URL(config.url);
    const headers = await httpHeaders({ ...this.launch, config }, place, readSecret);
    const transport = httpTransport(
      url,
      (onStreamEnd) => {
        const guarded = guardedFetch({ url, headers, fetch, onStreamEnd });
        const hasOwn = Object.keys(headers).some((name) => /^authorization$/iu.test(name));
        return (hasOwn ? undefined : this.#oauth(url, guarded)?.fetch) ?? guarded;
      },
      clock,
    );
    return await this.#connect(transport, signal);
  }

  async #connect(
    transport: ConnectionOptions["transport"],
    signal: AbortSignal,
  ): Promise<McpConnection> {
    return await McpConnection.open({ ...this.#deps, name: this.name, transport }, signal);
  }
}

const closeMs = 6_000;

async function closeIfAborted(opening: Promise<McpConnection>, signal: AbortSignal): Promise<void> {
  const connection = await opening.catch(() => undefined);
  if (signal.aborted) {
    await connection?.close().catch(() => undefined);
  }
}

const maxProblem = 300;

function problemOf(error: unknown, errors: string): string {
  if (error instanceof LaunchError) {
    return error.message;
  }
  if (error instanceof StreamableHTTPError && error.code === 401) {
    return "It wants you to sign in.";
  }
  const reason = error instanceof Error ? error.message : "It did not start.";
  const last = errors.trim().split("\n").at(-1) ?? "";
  return [reason, last]
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, maxProblem);
}
