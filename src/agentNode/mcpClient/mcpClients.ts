import { basename } from "node:path";
import { pathToFileURL } from "node:url";

import type { CallOutcome } from "../../agent/mcpClient/mcpTool.ts";
import type {
  ApproveStart,
  McpTools,
  ReviewTools,
  ServerState,
  ToolsRequest,
} from "../../agent/mcpClient/mcpTools.ts";
import type { ServerConfig } from "../../agent/mcpClient/serverConfig.ts";
import { changesOf, withSeen } from "../../agent/mcpClient/toolPins.ts";
import { type ListedServer, toolsOf } from "../../agent/mcpClient/toolSet.ts";
import type { AgentTool } from "../../agent/tools/base/agentTool.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { pause } from "../../shared/base/waiting.ts";
import type { AllowsServer } from "../../shared/hubApi/mcpIdentity.ts";
import { isApproved, type KnownServer, stateOf } from "./knownServer.ts";
import type { McpBook, ServerDecisions } from "./mcpBook.ts";
import type { AskElicited } from "./mcpConnection.ts";
import { identityOf, type Launch, LaunchError, planLaunch, type ReadSecret } from "./mcpLaunch.ts";
import { McpServer, type SignInDeps } from "./mcpServer.ts";

export interface McpClientsDeps {
  readonly servers: () => Promise<readonly ServerConfig[]>;
  readonly folders: () => readonly string[];
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly book: McpBook;
  readonly readSecret: ReadSecret;
  readonly elicit: AskElicited;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly version: string;
  /** Absent: servers that require a sign-in cannot be used. */
  readonly signIn?: SignInDeps;
  readonly onChange?: () => void;
}

const runWaitMs = 2_000;

export class McpClients implements McpTools {
  readonly #deps: McpClientsDeps;
  readonly #known = new Map<string, KnownServer>();
  #problems = new Map<string, string>();
  #order: readonly string[] = [];
  #allowsTool: ToolsRequest["allowsTool"];

  constructor(deps: McpClientsDeps) {
    this.#deps = deps;
  }

  async tools(request: ToolsRequest): Promise<readonly AgentTool[]> {
    const { signal, approveStart, review, waitMs = runWaitMs, allowsServer = () => true } = request;
    this.#allowsTool = request.allowsTool;
    await this.refresh();
    const mayStart = async (known: KnownServer): Promise<boolean> =>
      (await this.#approve(known, approveStart, signal)) && !known.server.isStopped;
    const starting: Promise<void>[] = [];
    for (const known of this.#allowed(allowsServer)) {
      if (await mayStart(known)) {
        starting.push(this.#start(known));
      }
    }
    await this.#waitFor(starting, waitMs, signal);
    if (review) {
      await this.review(review, signal, allowsServer);
    }
    const names = new Set(this.#allowed(allowsServer).map(({ server }) => server.name));
    const allowed = this.#listed().filter(({ name }) => names.has(name));
    return toolsOf(allowed, new Set(), this.#allowsTool).flatMap(({ offered }) => offered);
  }

  states(): readonly ServerState[] {
    const tools = new Map(
      toolsOf(this.#listed(), new Set(), this.#allowsTool).map(({ server, states }) => [
        server,
        states,
      ]),
    );
    return this.#order.map((name) =>
      stateOf(name, {
        known: this.#known.get(name),
        problem: this.#problems.get(name),
        tools: tools.get(name) ?? [],
      }),
    );
  }

  async refresh(): Promise<void> {
    const configs = await this.#deps.servers();
    this.#order = configs.map(({ name }) => name);
    const problems = new Map<string, string>();
    const gone = new Set(this.#known.keys());
    for (const config of configs) {
      try {
        await this.#know(await planLaunch(config, this.#place()));
        gone.delete(config.name);
      } catch (error) {
        if (!(error instanceof LaunchError)) {
          throw error;
        }
        problems.set(config.name, error.message);
      }
    }
    this.#problems = problems;
    for (const name of gone) {
      await this.#forget(name);
    }
  }

  async review(
    review: ReviewTools,
    signal: AbortSignal,
    allowsServer: AllowsServer = () => true,
  ): Promise<void> {
    for (const known of this.#allowed(allowsServer)) {
      const { server, decisions } = known;
      const off = new Set(decisions.off);
      // Tools that the hub forbids need no review.
      const changes = changesOf(server.tools, decisions.seen).filter(
        (change) => !off.has(change.tool.name) && this.#allowsTool?.(server.name, change) !== false,
      );
      if (changes.length > 0) {
        const names = new Set(await review(server.name, changes, signal));
        const seen = changes.filter(({ tool }) => names.has(tool.name));
        await this.#decide(known, (before) => ({ ...before, seen: withSeen(before.seen, seen) }));
      }
    }
  }

  /** Asks first if the start is not approved. */
  async start(name: string, approveStart: ApproveStart, signal: AbortSignal): Promise<void> {
    const known = this.#known.get(name);
    if (known && (await this.#approve(known, approveStart, signal))) {
      await this.#start(known);
    }
  }

  /** Asks first if the start is not approved. Throws if the sign-in fails. */
  async signIn(
    name: string,
    approveStart: ApproveStart,
    openBrowser: (url: URL) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const known = this.#known.get(name);
    if (known && (await this.#approve(known, approveStart, signal))) {
      await known.server.signIn(openBrowser, signal);
      await this.#start(known);
    }
  }

  /** Stops the server until the person starts it again. */
  async stop(name: string): Promise<void> {
    await this.#known.get(name)?.server.stop();
  }

  async setOff(name: string, off: readonly string[]): Promise<void> {
    const known = this.#known.get(name);
    if (known) {
      await this.#decide(known, (before) => ({ ...before, off: [...off] }));
    }
  }

  configOf(name: string): ServerConfig | undefined {
    return this.#known.get(name)?.server.launch.config;
  }

  errors(name: string): string {
    return this.#known.get(name)?.server.errors ?? "";
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map(async ({ server }) => server.stop()));
  }

  async #start({ server }: KnownServer): Promise<void> {
    await this.#runningAs(server)?.start();
  }

  async #waitFor(
    starting: readonly Promise<void>[],
    waitMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const done = new AbortController();
    void Promise.all(starting).then(() => done.abort());
    await pause(this.#deps.clock, waitMs, AbortSignal.any([signal, done.signal]));
    signal.throwIfAborted();
  }

  #all(): readonly KnownServer[] {
    return this.#order.flatMap((name) => this.#known.get(name) ?? []);
  }

  #allowed(allowsServer: AllowsServer): readonly KnownServer[] {
    return this.#all().filter(({ server }) =>
      allowsServer(identityOf(server.launch.config, this.#place())),
    );
  }

  #listed(): readonly ListedServer[] {
    return this.#all()
      .filter((known) => known.server.state === "ready" && isApproved(known))
      .map(({ server, decisions }) => ({
        name: server.name,
        tools: server.tools,
        seen: decisions.seen,
        off: new Set(decisions.off),
        caller: {
          pinNow: (tool) => this.#runningAs(server)?.pinNow(tool),
          call: async (tool, args, signal): Promise<CallOutcome> =>
            (await this.#runningAs(server)?.call(tool, args, signal)) ?? {
              kind: "notSent",
              reason: "It was stopped.",
            },
        },
      }));
  }

  #runningAs(server: McpServer): McpServer | undefined {
    return this.#known.get(server.name)?.server === server ? server : undefined;
  }

  async #know(launch: Launch): Promise<void> {
    const { book, onChange, ...deps } = this.#deps;
    const decisions = book.read(launch.name);
    const known = this.#known.get(launch.name);
    if (known?.server.launch.hash === launch.hash) {
      known.decisions = decisions;
      return;
    }
    await this.#forget(launch.name);
    const server = new McpServer(launch, {
      ...deps,
      place: this.#place(),
      roots: () => this.#roots(),
      onChange: () => onChange?.(),
    });
    this.#known.set(launch.name, { server, decisions });
  }

  async #forget(name: string): Promise<void> {
    const known = this.#known.get(name);
    this.#known.delete(name);
    await known?.server.stop();
  }

  async #approve(
    known: KnownServer,
    approveStart: ApproveStart | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { hash, planned } = known.server.launch;
    if (isApproved(known)) {
      return true;
    }
    const isAllowed = approveStart !== undefined && (await approveStart(planned, signal));
    if (isAllowed) {
      await this.#decide(known, (before) => ({ ...before, start: hash }));
    }
    return isAllowed;
  }

  async #decide(
    known: KnownServer,
    change: (before: ServerDecisions) => ServerDecisions,
  ): Promise<void> {
    await this.#deps.book.change(known.server.name, change);
    known.decisions = this.#deps.book.read(known.server.name);
    this.#deps.onChange?.();
  }

  #place(): Parameters<typeof planLaunch>[1] {
    const { folders, home, environment } = this.#deps;
    return { folder: folders()[0], home, environment };
  }

  #roots(): readonly { readonly uri: string; readonly name: string }[] {
    return this.#deps
      .folders()
      .map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) }));
  }
}
