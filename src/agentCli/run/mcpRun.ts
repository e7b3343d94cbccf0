import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import type { McpTools, ReviewTools } from "../../agent/mcpClient/mcpTools.ts";
import { parseServers, type ServerConfig } from "../../agent/mcpClient/serverConfig.ts";
import type { ToolChange } from "../../agent/mcpClient/toolPins.ts";
import type { Approval } from "../../agent/run/cards/agentEvents.ts";
import type { AgentTool, PlannedAct } from "../../agent/tools/base/agentTool.ts";
import type { AllowsTool } from "../../agent/trust/policyPin.ts";
import { McpBook } from "../../agentNode/mcpClient/mcpBook.ts";
import { McpClients } from "../../agentNode/mcpClient/mcpClients.ts";
import type { AskElicited } from "../../agentNode/mcpClient/mcpConnection.ts";
import { identityOf } from "../../agentNode/mcpClient/mcpLaunch.ts";
import { systemClock } from "../../shared/base/clock.ts";
import type { AllowsServer } from "../../shared/hubApi/mcpIdentity.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";
import { UsageError } from "../../sharedNode/flags.ts";
import { type Approvals, lets, shortPin } from "./approvalWords.ts";
import { savedSecrets } from "./savedSecrets.ts";
import { version } from "./version.ts";

export interface McpRun {
  readonly tools: (signal: AbortSignal) => Promise<readonly AgentTool[]>;
  readonly close: () => Promise<void>;
}

/** Longer than in an editor, because a single run cannot get a late server's tools afterwards. */
const waitMs = 30_000;
const maxFile = 1_048_576;

export interface McpRunDeps {
  /** These acts have no parts, so an answer by parts approves nothing. */
  readonly approve: (
    asked: PlannedAct,
    signal: AbortSignal,
  ) => Promise<Approval | readonly Approval[]>;
  readonly allowsServer: AllowsServer;
  readonly allowsTool: AllowsTool;
  readonly elicit: AskElicited;
  readonly words: Approvals["words"];
  readonly tell: (line: string) => void;
  /** Editors' servers may have the same names, so decisions are separate. */
  readonly book: "program" | "acp";
}

/** Programs start in the first folder. */
export function openMcp(
  configs: readonly ServerConfig[],
  folders: readonly string[],
  deps: McpRunDeps,
): McpRun {
  const { approve, allowsServer, allowsTool, elicit, words, tell, book } = deps;
  const told = new Set<string>();
  const place = { folder: folders[0], home: homedir(), environment: process.env };
  const allowed = (): readonly ServerConfig[] =>
    configs.filter((config) => {
      const isAllowed = allowsServer(identityOf(config, place));
      if (!isAllowed && !told.has(config.name)) {
        told.add(config.name);
        tell(`The hub's policy does not allow the MCP server ${config.name}.`);
      }
      return isAllowed;
    });
  const clients = clientsOf(allowed, folders, { book, elicit });
  const approveStart = async (planned: PlannedAct, signal: AbortSignal): Promise<boolean> =>
    isApproval(await approve(planned, signal));
  const review: ReviewTools = async (server, changes, signal) => {
    const states = clients.states().find(({ name }) => name === server)?.tools ?? [];
    const wireNames = new Map(states.map(({ name, wireName }) => [name, wireName]));
    const left = changes.filter(
      (change) => !lets(words, wireNames.get(change.tool.name) ?? "", change),
    );
    const isApproved = left.length === 0 || (await approveStart(reviewOf(server, left), signal));
    return changes
      .filter((change) => isApproved || !left.includes(change))
      .map(({ tool }) => tool.name);
  };
  return {
    tools: async (signal) => {
      if (configs.length === 0) {
        return [];
      }
      try {
        const tools = await clients.tools({ signal, approveStart, review, waitMs, allowsTool });
        tellLeft(clients, tell, wayOut[book]);
        return tools;
      } catch (error) {
        if (signal.aborted) {
          return [];
        }
        throw error;
      }
    },
    close: () => clients.close(),
  };
}

/** The clients of the servers. They use the sign-ins of all programs without an editor. */
export function clientsOf(
  servers: () => readonly ServerConfig[],
  folders: readonly string[],
  { book, elicit }: Pick<McpRunDeps, "book" | "elicit">,
): McpClients {
  const secrets = savedSecrets(dataFolder());
  const storage = join(dataFolder(), "mcp");
  return new McpClients({
    servers: () => Promise.resolve(servers()),
    folders: () => folders,
    home: homedir(),
    environment: process.env,
    book: new McpBook(join(storage, `${book}.json`)),
    readSecret: () => Promise.resolve(undefined),
    elicit,
    clock: systemClock,
    fetch: globalThis.fetch,
    version,
    signIn: { folder: storage, secrets },
  });
}

function isApproval(answer: Approval | readonly Approval[]): boolean {
  return answer === "approved" || answer === "approvedForRun";
}

export function serversOf(
  file: string | undefined,
  tell: (line: string) => void,
): readonly ServerConfig[] {
  return file === undefined ? [] : parsedServers(readJson(file), tell);
}

/** Reports and drops invalid servers. */
export function parsedServers(
  value: unknown,
  tell: (line: string) => void,
): readonly ServerConfig[] {
  const { servers, problems } = parseServers(value);
  for (const problem of problems) {
    tell(`MCP server left out: ${problem}`);
  }
  return servers;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8").slice(0, maxFile));
  } catch (error) {
    throw new UsageError(`The MCP servers in ${file} cannot be read`, { cause: error });
  }
}

function reviewOf(server: string, changes: readonly ToolChange[]): PlannedAct {
  return {
    act: "serverStart",
    paths: [],
    title: `Let the model have ${changes.length} new or changed tools of the MCP server ${server}`,
    detail: changes.map(({ detail }) => detail).join("\n\n"),
  };
}

const askForPin = "An administrator can add to the profile:";

interface WayOut {
  readonly server: (name: string) => string;
  readonly tool: (wireName: string, change: ToolChange) => string;
}

/** How a person can approve: by a rule for the program, or at the next question of an editor's session. */
const wayOut: Readonly<Record<McpRunDeps["book"], WayOut>> = {
  program: {
    server: (name) => `The MCP server ${name} is not approved: --yes "server:${name}"`,
    tool: (wireName, change) => {
      const isNew = change.kind === "new";
      const rule = isNew ? wireName : `${wireName}@${shortPin(change)}`;
      return `The tool is ${change.kind}: --yes mcp:${rule}${isNew ? "" : `\n${change.detail}`}`;
    },
  },
  acp: {
    server: (name) => `The MCP server ${name} is not approved. The next message asks again.`,
    tool: (wireName, { kind }) =>
      `The tool ${wireName} is ${kind} and not approved. The next message asks again.`,
  },
};

function tellLeft(clients: McpTools, tell: McpRunDeps["tell"], way: WayOut): void {
  for (const { name, state, problem, tools } of clients.states()) {
    if (state === "waiting") {
      tell(way.server(name));
    } else if (state !== "ready") {
      tell(`The MCP server ${name} did not start. ${problem ?? ""}`.trim());
    }
    for (const { wireName, change, policyPin, state: toolState } of tools) {
      if (toolState === "withheld" && change) {
        tell(way.tool(wireName, change));
      } else if (toolState === "notPinned") {
        tell(
          `The hub's policy pins the tools of ${name}, and ${wireName} is not pinned as it is now. ${askForPin} ${policyPin}`,
        );
      } else if (toolState === "tooMany") {
        tell(`The tool ${wireName} is left out: 64 others come before it.`);
      }
    }
  }
}
