import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import type { AgentEvent, AskedAct, RunOutcome } from "../agent/run/agentEvents.ts";
import { AgentRun } from "../agent/run/agentRun.ts";
import type { Approval } from "../agent/run/callStep.ts";
import type { RunSetting } from "../agent/run/runPrompt.ts";
import { FileLedger } from "../agent/tools/fileLedger.ts";
import { commandTools, fileTools } from "../agent/tools/fileTools.ts";
import { NodeCommands } from "../agentNode/nodeCommands.ts";
import { NodeWorkspace } from "../agentNode/nodeWorkspace.ts";
import { StoredRules } from "../agentNode/storedRules.ts";
import { Decisions } from "../chat/protection/decisions.ts";
import { placeholdersIn } from "../chat/protection/placeholders.ts";
import { protectedStream } from "../chat/protection/protectedStream.ts";
import { Protection } from "../chat/protection/protection.ts";
import { TextScanner } from "../chat/protection/textScanner.ts";
import type { StreamChat } from "../chat/turn.ts";
import { HubClient } from "../hub/hubClient.ts";
import { HubError } from "../hub/hubError.ts";
import { systemClock } from "../shared/clock.ts";
import { approves } from "./approvalWords.ts";
import { startMcp } from "./mcpRun.ts";
import { helpText, type ProgramOptions, readOptions } from "./programOptions.ts";
import { restore } from "./restore.ts";
import { dataFolder, openRunCheckpoints } from "./runCheckpoints.ts";
import { eventText, hasPerson, TerminalApprover } from "./terminal.ts";
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

async function run(options: ProgramOptions): Promise<number> {
  const stopped = stoppedBySignals();
  const client = clientOf(options);
  const workspace = await openWorkspace(options.folder);
  const model = options.model ?? (await firstModel(client, stopped.signal));
  const realRoot = realpathSync(workspace.root);
  const stored = new StoredRules(join(dataFolder(), "agent", "rules.json"));
  const ledger = new FileLedger();
  const scanner = new TextScanner();
  const outputFolder = mkdtempSync(join(tmpdir(), "ai-hub-agent-"));
  const commands = commandsOf(workspace.root, outputFolder);
  const store = await openRunCheckpoints(realRoot, options);
  const checkpoints = store.journal;
  const approve = approverOf(options);
  const mcp = await startMcp(options, workspace.root, { approve, signal: stopped.signal });
  const agent = new AgentRun(
    {
      ...(await settingOf(options, workspace)),
      model,
      maxSteps: options.maxSteps,
      maxCost: options.maxCost,
      signal: stopped.signal,
    },
    {
      tools: [
        ...fileTools(workspace, ledger, {
          ...options,
          maskTokens: placeholdersIn,
          checkpoints,
          changes: () => store.changes(),
          commands,
        }),
        ...commandTools({
          workspace,
          commands,
          ledger,
          watch: store.watch,
          level: () => options.level,
        }),
        ...mcp.tools,
      ],
      standing: () => options,
      rules: () => [...options.approvals.rules, ...stored.rules(realRoot)],
      sensitive: { mode: () => "mask", scan: (text) => scanner.scan(text) },
      approve,
      streamChat: maskingStream((request, more) => client.streamChat(request, more), scanner),
      ledger,
      checkpoints,
      newId: randomUUID,
    },
  );
  try {
    return await play(agent, options);
  } finally {
    await Promise.all([commands.stopAll(), mcp.close()]);
    await store.close();
    rmSync(outputFolder, { recursive: true, force: true });
  }
}

async function settingOf(
  { task, mode }: ProgramOptions,
  workspace: NodeWorkspace,
): Promise<RunSetting> {
  const instructions = await workspace.read(await workspace.locate("AGENTS.md"));
  return {
    task,
    root: workspace.root,
    platform: process.platform,
    mode,
    instructions: "text" in instructions ? instructions.text : undefined,
  };
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

async function firstModel(client: HubClient, signal: AbortSignal): Promise<string> {
  const [first] = await client.listModels({ signal });
  if (!first) {
    throw new UsageError("The hub offers no model.");
  }
  return first.id;
}

/** Masks every sensitive value; nobody could be asked about one. */
function maskingStream(streamChat: StreamChat, scanner: TextScanner): StreamChat {
  const decisions = new Decisions({
    memory: { read: () => ({}), write: () => undefined },
    hash: (value) => Promise.resolve(createHash("sha256").update(value).digest("hex")),
  });
  const protection = new Protection({ mode: () => "mask", decisions, scanner });
  return protectedStream(streamChat, protection, () => Promise.resolve("mask"));
}

type Approve = (asked: AskedAct, signal: AbortSignal) => Promise<Approval>;

/** By the rules of `--yes`, else by the person at the terminal, else nobody. */
function approverOf({ approvals, isJson }: ProgramOptions): Approve {
  const terminal = new TerminalApprover();
  return async (asked, signal) => {
    if (approves(approvals.words, asked)) {
      return "approved";
    }
    return hasPerson(isJson) ? await terminal.ask(asked, signal) : "nobody";
  };
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
