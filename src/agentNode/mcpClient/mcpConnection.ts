import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import * as z from "zod/mini";

import {
  elicitedAnswer,
  type Elicitation,
  parseElicitation,
} from "../../agent/mcpClient/elicitation.ts";
import { type ListedTool, parseListedTool } from "../../agent/mcpClient/listedTool.ts";
import type { CallOutcome, ToolCaller } from "../../agent/mcpClient/mcpTool.ts";
import { type PinnedTool, pinTool } from "../../agent/mcpClient/toolPins.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { atMost } from "../../shared/base/waiting.ts";
import { outcomeOf } from "./mcpOutcome.ts";

export type AskElicited = (
  question: Elicitation,
  signal: AbortSignal,
) => Promise<Readonly<Record<string, string | number | boolean>> | undefined>;

export interface ConnectionOptions {
  readonly name: string;
  readonly version: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly roots: () => readonly { readonly uri: string; readonly name: string }[];
  readonly elicit: AskElicited;
  readonly onChange: () => void;
}

const startMs = 30_000;
const idleMs = 300_000;
const pingMs = 10_000;
const endSessionMs = 2_000;
/** The limits of a call in milliseconds: without progress, and in all. */
const callMs = 120_000;
const wholeCallMs = 600_000;
const maxPages = 20;
const maxListed = 500;

const listSchema = z.object({
  tools: z.array(z.unknown()),
  nextCursor: z.optional(z.string()),
});
const anyResult = z.looseObject({});
/** Schemas are never compiled: results are data for a model, and nothing depends on their form. */
const noValidation: jsonSchemaValidator = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: "Schemas of servers are not used.",
  }),
};

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
      return question && content
        ? { action: "accept", content: elicitedAnswer(question, content) }
        : { action: "decline" };
    });
    this.#client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      void this.#listAgain();
    });
  }

  /** Throws the transport's errors. Fails after 30 seconds. */
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
        // Without a list no tool can be called.
        this.#tools = [];
      }
      this.#options.onChange();
    } while (this.#isOpen && this.#isListedAgain());
    this.#listing = "none";
  }

  #isListedAgain(): boolean {
    return this.#listing === "again";
  }

  /** Pings while idle, so that a dead server is noticed before the next call. */
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
