import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { FetchLike, Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitRequestSchema,
  ErrorCode,
  ListRootsRequestSchema,
  McpError,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import * as z from "zod/mini";

import { type Elicitation, parseElicitation } from "../agent/mcpClient/elicitation.ts";
import { type ListedTool, parseListedTool } from "../agent/mcpClient/listedTool.ts";
import type { CallOutcome, ToolCaller } from "../agent/mcpClient/mcpTool.ts";
import { type PinnedTool, pinTool } from "../agent/mcpClient/toolPins.ts";
import type { Clock } from "../shared/clock.ts";
import { atMost } from "../shared/waiting.ts";
import { ownCodes } from "./mcpMessageLines.ts";

/** Values by the names of fields; undefined: the person does not answer. */
export type AskElicited = (
  question: Elicitation,
  signal: AbortSignal,
) => Promise<Readonly<Record<string, string | number | boolean>> | undefined>;

export interface ConnectionOptions {
  readonly name: string;
  readonly version: string;
  readonly transport: Transport;
  readonly clock: Clock;
  /** The workspace's folders as `file:` addresses. */
  readonly roots: () => readonly { readonly uri: string; readonly name: string }[];
  readonly elicit: AskElicited;
  /** The list of tools is another, or the server is gone. */
  readonly onChange: () => void;
}

/** How long a server may take to answer first, in milliseconds. */
const startMs = 30_000;
const idleMs = 300_000;
const pingMs = 10_000;
/** How long a server may take to end a session, in milliseconds. */
const endSessionMs = 2_000;
/** How long a call may take without progress, and in all, in milliseconds. */
const callMs = 120_000;
const wholeCallMs = 600_000;
const maxPages = 20;
const maxListed = 500;

const listSchema = z.object({
  tools: z.array(z.unknown()),
  nextCursor: z.optional(z.string()),
});
const anyResult = z.looseObject({});
/** Schemas of a server are never compiled: what it returns is data for a model, and nothing relies on its form. */
const noValidation: jsonSchemaValidator = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: "Schemas of servers are not used.",
  }),
};

/** One server that answers, until it ends. */
export class McpConnection implements ToolCaller {
  readonly #options: ConnectionOptions;
  readonly #client: Client;
  #tools: readonly PinnedTool[] = [];
  #problem: string | undefined;
  #isOpen = true;
  /** `again`: the list changed while it was read. */
  #listing: "none" | "now" | "again" = "none";
  #stopIdle: () => void = () => undefined;

  private constructor(options: ConnectionOptions) {
    this.#options = options;
    const { name, version } = options;
    this.#client = new Client(
      { name: "ai-hub", version },
      // Without `sampling` the SDK refuses a server that wants to use the person's model.
      { capabilities: { roots: {}, elicitation: { form: {} } }, jsonSchemaValidator: noValidation },
    );
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no listeners
    this.#client.onclose = () => this.#closed("The server has ended.");
    this.#client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: [...options.roots()],
    }));
    this.#client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) => {
      const question = parseElicitation(name, params);
      const content = question && (await options.elicit(question, signal));
      return content ? { action: "accept", content: { ...content } } : { action: "decline" };
    });
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      void this.#listAgain();
    });
  }

  /** Connects and reads the list of tools. Throws what the transport throws, and after 30 seconds. */
  static async open(options: ConnectionOptions, signal: AbortSignal): Promise<McpConnection> {
    const connection = new McpConnection(options);
    try {
      await connection.#client.connect(options.transport, { timeout: startMs, signal });
      connection.#tools = await connection.#list(signal);
      connection.#waitIdle();
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  get tools(): readonly PinnedTool[] {
    return this.#tools;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Why it is no longer open. */
  get problem(): string | undefined {
    return this.#problem;
  }

  pinNow(tool: string): string | undefined {
    return this.#isOpen ? this.#tools.find((one) => one.tool.name === tool)?.pin : undefined;
  }

  async call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    if (!this.#isOpen) {
      return { kind: "notSent", reason: this.#problem ?? "It is not there." };
    }
    this.#stopIdle();
    try {
      const request = { method: "tools/call", params: { name: tool, arguments: { ...args } } };
      const result = await this.#client.request(request, anyResult, {
        signal,
        timeout: callMs,
        maxTotalTimeout: wholeCallMs,
        resetTimeoutOnProgress: true,
        onprogress: () => undefined,
      });
      return { kind: "answered", result };
    } catch (error) {
      signal.throwIfAborted();
      return outcomeOf(error, this.#isOpen);
    } finally {
      this.#waitIdle();
    }
  }

  /** Ends the server, or the session with it. */
  async close(): Promise<void> {
    this.#closed("It was stopped.");
    const { transport } = this.#options;
    if (transport instanceof StreamableHTTPClientTransport) {
      await atMost(this.#options.clock, endSessionMs, transport.terminateSession());
    }
    await transport.close();
    await this.#client.close();
  }

  #closed(problem: string): void {
    this.#stopIdle();
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#problem = problem;
      this.#options.onChange();
    }
  }

  async #list(signal?: AbortSignal): Promise<readonly PinnedTool[]> {
    const found = new Map<string, ListedTool>();
    let cursor: string | undefined;
    for (let page = 0; page < maxPages && found.size < maxListed; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const options = { timeout: startMs, ...(signal && { signal }) };
      const list = await this.#client.request(
        { method: "tools/list", params },
        listSchema,
        options,
      );
      for (const tool of list.tools.slice(0, maxListed).map(parseListedTool)) {
        // Of two with one name the first counts: a later one cannot take its place.
        if (tool && !found.has(tool.name)) {
          found.set(tool.name, tool);
        }
      }
      cursor = list.nextCursor;
      if (cursor === undefined) {
        break;
      }
    }
    return await Promise.all([...found.values()].map((tool) => pinTool(this.#options.name, tool)));
  }

  async #listAgain(): Promise<void> {
    if (this.#listing !== "none") {
      this.#listing = "again";
      return;
    }
    do {
      this.#listing = "now";
      try {
        this.#tools = await this.#list();
      } catch {
        // Without a list nothing can be called.
        this.#tools = [];
      }
      this.#options.onChange();
    } while (this.#isOpen && this.#isListedAgain());
    this.#listing = "none";
  }

  #isListedAgain(): boolean {
    return this.#listing === "again";
  }

  /** Asks for a sign of life after a while without calls, so that a dead server is noticed before the next. */
  #waitIdle(): void {
    this.#stopIdle();
    if (this.#isOpen) {
      this.#stopIdle = this.#options.clock.startTimer(() => void this.#ping(), idleMs);
    }
  }

  async #ping(): Promise<void> {
    try {
      await this.#client.ping({ timeout: pingMs });
      this.#waitIdle();
    } catch {
      this.#closed("It no longer answers.");
      await this.close();
    }
  }
}

/** The transport of a server over HTTP, and what fails a call whose answer broke off. */
export function httpTransport(
  url: URL,
  fetchFor: (onStreamEnd: (id: number, canResume: boolean) => void) => FetchLike,
  clock: Clock,
): Transport {
  const answered = new Set<number>();
  const fetch = fetchFor((id, canResume) => {
    // What was read of the answer is handled long before.
    clock.startTimer(() => {
      if (!canResume && !answered.delete(id)) {
        const error = { code: ownCodes.unanswered, message: "unanswered" };
        transport.onmessage?.({ jsonrpc: "2.0", id, error });
      }
    }, brokenMs);
  });
  const transport = new StreamableHTTPClientTransport(url, { fetch });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no listeners
  transport.onmessage = (message) => {
    if ("id" in message && typeof message.id === "number" && !("method" in message)) {
      answered.add(message.id);
    }
  };
  return transport;
}

const brokenMs = 1_000;
const requestTimeout: number = ErrorCode.RequestTimeout;
const refusedCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

function outcomeOf(error: unknown, isOpen: boolean): CallOutcome {
  if (error instanceof StreamableHTTPError) {
    const isRefused = error.code !== undefined && error.code >= 400 && error.code < 500;
    return isRefused
      ? { kind: "notSent", reason: `It answered with the status ${error.code}.` }
      : { kind: "unknown", reason: "It failed while it answered." };
  }
  if (!(error instanceof McpError)) {
    return isNotSent(error)
      ? { kind: "notSent", reason: "It cannot be reached." }
      : { kind: "unknown", reason: "The connection broke before the answer." };
  }
  const code: number = error.code;
  if (code === ownCodes.unanswered || !isOpen) {
    return { kind: "unknown", reason: "It ended before it answered." };
  }
  if (code === requestTimeout) {
    return { kind: "unknown", reason: "It did not answer in time." };
  }
  if (code === ownCodes.tooLarge) {
    return { kind: "unknown", reason: "It answered with more than 16 MB, which are not shown." };
  }
  const content = [{ type: "text", text: error.message }];
  return { kind: "answered", result: { isError: true, content } };
}

function isNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const isEnded = error instanceof Error && error.message === "The server has ended.";
  return isEnded || (typeof code === "string" && refusedCodes.has(code));
}
