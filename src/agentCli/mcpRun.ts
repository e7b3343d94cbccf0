import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import type { McpTools } from "../agent/mcpClient/mcpTools.ts";
import { parseServers, type ServerConfig } from "../agent/mcpClient/serverConfig.ts";
import type { ToolChange } from "../agent/mcpClient/toolPins.ts";
import type { Approval } from "../agent/run/callStep.ts";
import type { AgentTool, PlannedAct } from "../agent/tools/agentTool.ts";
import { McpBook } from "../agentNode/mcpBook.ts";
import { McpClients } from "../agentNode/mcpClients.ts";
import { systemClock } from "../shared/clock.ts";
import { lets, shortPin } from "./approvalWords.ts";
import type { ProgramOptions } from "./programOptions.ts";
import { dataFolder } from "./runCheckpoints.ts";
import { askElicited, hasPerson } from "./terminal.ts";
import { UsageError } from "./usageError.ts";
import { version } from "./version.ts";

export interface McpRun {
  readonly tools: readonly AgentTool[];
  readonly close: () => Promise<void>;
}

/** As long as a server may take to start: a single run has no later one that could use it. */
const waitMs = 30_000;
const maxFile = 1_048_576;

export interface McpRunDeps {
  readonly approve: (asked: PlannedAct, signal: AbortSignal) => Promise<Approval>;
  /** Whether the hub's policy allows a server of this name. */
  readonly allowsServer: (name: string) => boolean;
  readonly signal: AbortSignal;
}

const none: McpRun = { tools: [], close: () => Promise.resolve() };

/**
 * Starts the servers of a file and gives their tools to one run. Without a file there are none, nor in plan mode: what
 * these tools change is not known. Throws a `UsageError`.
 */
export async function startMcp(
  { mcpFile, mode, approvals: { words }, isJson }: ProgramOptions,
  folder: string,
  { approve, allowsServer, signal }: McpRunDeps,
): Promise<McpRun> {
  if (mcpFile === undefined || mode === "plan") {
    return none;
  }
  const servers = serversOf(mcpFile, allowsServer);
  const clients = new McpClients({
    servers: () => Promise.resolve(servers),
    folders: () => [folder],
    home: homedir(),
    environment: process.env,
    book: new McpBook(join(dataFolder(), "mcp", "program.json")),
    readSecret: () => Promise.resolve(undefined),
    elicit: (question, more) =>
      hasPerson(isJson) ? askElicited(question, more) : Promise.resolve(undefined),
    clock: systemClock,
    fetch: globalThis.fetch,
    version,
  });
  const approveStart = async (planned: PlannedAct): Promise<boolean> =>
    ["approved", "approvedForRun"].includes(await approve(planned, signal));
  const review = async (server: string, changes: readonly ToolChange[]): Promise<string[]> => {
    const states = clients.states().find(({ name }) => name === server)?.tools ?? [];
    const wireNames = new Map(states.map(({ name, wireName }) => [name, wireName]));
    const left = changes.filter(
      (change) => !lets(words, wireNames.get(change.tool.name) ?? "", change),
    );
    const isApproved = left.length === 0 || (await approveStart(reviewOf(server, left)));
    return changes
      .filter((change) => isApproved || !left.includes(change))
      .map(({ tool }) => tool.name);
  };
  try {
    const tools = await clients.tools({ signal, approveStart, review, waitMs });
    tellLeft(clients);
    return { tools, close: () => clients.close() };
  } catch (error) {
    await clients.close();
    if (signal.aborted) {
      return none;
    }
    throw error;
  }
}

function serversOf(file: string, allowsServer: (name: string) => boolean): readonly ServerConfig[] {
  const { servers, problems } = parseServers(readJson(file));
  for (const problem of problems) {
    tell(`MCP server left out: ${problem}`);
  }
  return servers.filter(({ name }) => {
    const isAllowed = allowsServer(name);
    if (!isAllowed) {
      tell(`The hub's policy does not allow the MCP server ${name}.`);
    }
    return isAllowed;
  });
}

/** A line for the person. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
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

/** Names what the run does not get, and how it would. */
function tellLeft(clients: McpTools): void {
  for (const { name, state, problem, tools } of clients.states()) {
    if (state === "waiting") {
      tell(`The MCP server ${name} is not approved: --yes "server:${name}"`);
    } else if (state !== "ready") {
      tell(`The MCP server ${name} did not start. ${problem ?? ""}`.trim());
    }
    for (const { wireName, change, state: toolState } of tools) {
      if (toolState === "withheld" && change) {
        const rule = change.kind === "new" ? wireName : `${wireName}@${shortPin(change)}`;
        const shown = change.kind === "new" ? "" : `\n${change.detail}`;
        tell(`The tool is ${change.kind}: --yes mcp:${rule}${shown}`);
      } else if (toolState === "tooMany") {
        tell(`The tool ${wireName} is left out: 64 others come before it.`);
      }
    }
  }
}
