import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import type { AgentEvent, RunOutcome } from "../agent/run/agentEvents.ts";
import type { AgentRun } from "../agent/run/agentRun.ts";
import { withinPolicy } from "../agent/trust/policyLimits.ts";
import { NodeCommands } from "../agentNode/nodeCommands.ts";
import { NodeWorkspace } from "../agentNode/nodeWorkspace.ts";
import { HubClient } from "../hub/hubClient.ts";
import { HubError } from "../hub/hubError.ts";
import { systemClock } from "../shared/clock.ts";
import { approverOf, composeRun } from "./composeRun.ts";
import { startMcp } from "./mcpRun.ts";
import { helpText, type ProgramOptions, readOptions } from "./programOptions.ts";
import { restore } from "./restore.ts";
import { dataFolder, openRunCheckpoints } from "./runCheckpoints.ts";
import { eventText } from "./terminal.ts";
import { UsageError } from "./usageError.ts";
import { version } from "./version.ts";

const exitCodes: Readonly<Record<RunOutcome, number>> = {
  done: 0,
  failed: 1,
  refused: 3,
  budget: 4,
  stopped: 130,
};

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("--version")) {
    process.stdout.write(`${args.includes("--help") ? helpText : version}\n`);
    return;
  }
  try {
    process.exitCode = await (args.includes("--restore") ? restore(args) : run(readOptions(args)));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function run(wished: ProgramOptions): Promise<number> {
  const { signal } = stoppedBySignals();
  const client = clientOf(wished);
  const policy = withinPolicy(wished, await client.agentPolicy({ signal }));
  if (!policy.isAllowed) {
    process.stderr.write("The hub's policy allows no runs of an agent with this token.\n");
    return exitCodes.refused;
  }
  const { allowsServer, level, maxCost = wished.maxCost } = policy;
  const options = { ...wished, level, maxCost };
  const workspace = await openWorkspace(options.folder);
  const outputFolder = mkdtempSync(join(tmpdir(), "ai-hub-agent-"));
  const commands = commandsOf(workspace.root, outputFolder);
  const realRoot = realpathSync(workspace.root);
  const store = await openRunCheckpoints(realRoot, options);
  const approve = approverOf(options);
  const mcp = await startMcp(options, workspace.root, { approve, allowsServer, signal });
  const parts = { client, workspace, commands, store, approve, signal };
  const agent = await composeRun(options, { ...parts, mcpTools: mcp.tools });
  try {
    return await play(agent, options);
  } finally {
    await Promise.all([commands.stopAll(), mcp.close()]);
    await store.close();
    rmSync(outputFolder, { recursive: true, force: true });
  }
}

function stoppedBySignals(): AbortController {
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stopped.abort());
  }
  return stopped;
}

/** Shows the run's events; returns the exit code. */
async function play(agent: AgentRun, options: ProgramOptions): Promise<number> {
  let code = 1;
  for await (const event of agent.events()) {
    show(event, options);
    code = event.type === "end" ? exitCodes[event.outcome] : code;
  }
  return code;
}

function commandsOf(root: string, outputFolder: string): NodeCommands {
  return new NodeCommands({
    runId: randomUUID(),
    workspace: [realpathSync(root)],
    home: homedir(),
    outputFolder,
    movedFolder: join(dataFolder(), "movedAway"),
    environment: process.env,
    allowedVariables: [],
  });
}

async function openWorkspace(folder: string): Promise<NodeWorkspace> {
  try {
    return await NodeWorkspace.open(folder, [dataFolder()]);
  } catch (error) {
    throw new UsageError(`There is no folder ${folder}`, { cause: error });
  }
}

function clientOf({ baseUrl, tokenFile, chatFormat }: ProgramOptions): HubClient {
  const token = tokenOf(tokenFile);
  return new HubClient({
    baseUrl,
    token: () => Promise.resolve(token),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: Math.random,
    chatFormat: () => chatFormat,
    userAgent: `ai-hub-agent/${version}`,
  });
}

function tokenOf(file: string | undefined): string {
  if (file !== undefined) {
    try {
      return readFileSync(file, "utf8").trim();
    } catch (error) {
      throw new UsageError(`The token in ${file} cannot be read`, { cause: error });
    }
  }
  const token = process.env["AI_HUB_TOKEN"]?.trim() ?? "";
  if (token === "") {
    throw new UsageError("A token is needed: --token-file, or AI_HUB_TOKEN.");
  }
  return token;
}

function show(event: AgentEvent, { isJson }: ProgramOptions): void {
  const text = isJson ? JSON.stringify(event) : eventText(event);
  if (text !== undefined) {
    process.stdout.write(`${text}\n`);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError) {
    return `${error.message}\n\n${helpText}`;
  }
  return error instanceof HubError
    ? `The hub: ${error.kind}`
    : "The run failed by a fault of this program.";
}

await main(process.argv.slice(2));
