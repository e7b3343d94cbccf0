import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { root } from "../../../scripts/paths.ts";
import type { Restorer } from "../../../src/agent/checkpoints/checkpoints.ts";
import type { RunChanges } from "../../../src/agent/checkpoints/runChanges.ts";
import {
  AgentRun,
  type AgentRunDeps,
  type AgentRunOptions,
} from "../../../src/agent/run/agentRun.ts";
import type { AgentEvent, RunEnd } from "../../../src/agent/run/cards/agentEvents.ts";
import { explorerOf } from "../../../src/agent/run/explorer.ts";
import type { RunResume, RunState } from "../../../src/agent/run/runState.ts";
import { isOfSkill } from "../../../src/agent/run/skills.ts";
import type { AgentTool } from "../../../src/agent/tools/base/agentTool.ts";
import { FileLedger } from "../../../src/agent/tools/base/fileLedger.ts";
import { commandTools, fileTools } from "../../../src/agent/tools/fileTools.ts";
import { explore } from "../../../src/agent/tools/search/explore.ts";
import type { AgentLevel } from "../../../src/agent/trust/levels.ts";
import { openCheckpoints } from "../../../src/agentNode/checkpoints/checkpointStore.ts";
import { NodeCommands } from "../../../src/agentNode/commands/nodeCommands.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import { Decisions } from "../../../src/chat/protection/decisions.ts";
import { placeholdersIn } from "../../../src/chat/protection/placeholders.ts";
import { protectedStream } from "../../../src/chat/protection/protectedStream.ts";
import { Protection } from "../../../src/chat/protection/protection.ts";
import { TextScanner } from "../../../src/chat/protection/textScanner.ts";
import type { StreamChat } from "../../../src/chat/turn.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import type { ChatRequest } from "../../../src/hub/wire/chatTypes.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { HubLab, type HubProcess } from "../hubServer/hubProcess.ts";

export interface PlayedRun {
  readonly events: readonly AgentEvent[];
  /** The results of the calls, in order: state and text. */
  readonly results: readonly (readonly [state: string, text: string])[];
  readonly texts: string;
  readonly end: RunEnd | undefined;
  /** Every request before its masking. */
  readonly requests: readonly ChatRequest[];
  /** Every request as it was sent. */
  readonly sent: readonly ChatRequest[];
  readonly state: RunState;
  readonly checkpoints: Restorer;
  readonly changes: RunChanges;
}

type PlayOptions = Partial<AgentRunOptions> &
  Partial<Omit<AgentRunDeps, "tools" | "moreTools" | "streamChat" | "newId">> & {
    readonly level?: AgentLevel;
    readonly format?: "openai" | "anthropic";
    readonly usesPatches?: boolean;
    /** Whether the run has commands of this machine. */
    readonly hasCommands?: boolean;
    readonly moreTools?: readonly AgentTool[];
    /** Whether the run has helpers. */
    readonly hasHelpers?: boolean;
    /** Called with each request; may throw what a hub would answer. */
    readonly beforeRequest?: (request: ChatRequest) => void;
    readonly resume?: RunResume;
    /** What stands between the run and the hub. */
    readonly fetch?: typeof globalThis.fetch;
  };

/** Runs of the agent on folders of their own, against a hub that plays trajectories. */
export class AgentLab {
  readonly hubs = new HubLab();
  readonly #trajectories = join(this.hubs.home, "trajectories");
  #hub: HubProcess | undefined;
  #count = 0;

  async start(): Promise<HubProcess> {
    mkdirSync(this.#trajectories);
    await this.hubs.build();
    const data = join(this.hubs.home, "agent");
    this.#hub = await this.hubs.start(["--lab", "--data", data, "--play", this.#trajectories]);
    return this.#hub;
  }

  /** A new folder with these files. */
  folder(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(join(this.hubs.home, "workspace-"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  }

  read(folder: string, path: string): string {
    return readFileSync(join(folder, path), "utf8");
  }

  write(folder: string, path: string, text: string): void {
    writeFileSync(join(folder, path), text);
  }

  /** Writes a trajectory and returns the task that plays it. */
  trajectory(steps: readonly object[]): string {
    this.#count += 1;
    const name = `t${this.#count}`;
    writeFileSync(join(this.#trajectories, `${name}.json`), JSON.stringify({ steps, chunking: 9 }));
    return `play:${name}`;
  }

  /** Other steps for a task: the place in them is the count of tool rounds of the whole conversation. */
  changeTrajectory(task: string, steps: readonly object[]): void {
    const file = join(this.#trajectories, `${task.replace("play:", "")}.json`);
    writeFileSync(file, JSON.stringify({ steps, chunking: 9 }));
  }

  /** The task that plays a trajectory of `test/fixtures`. */
  example(name: string): string {
    const file = `${name}.json`;
    copyFileSync(join(root, "test/fixtures/trajectories", file), join(this.#trajectories, file));
    return `play:${name}`;
  }

  /** Plays the steps in the folder to the end. */
  async play(
    folder: string,
    steps: readonly object[],
    changes: PlayOptions = {},
  ): Promise<PlayedRun> {
    const workspace = await NodeWorkspace.open(folder, [join(this.hubs.home, "ours")]);
    const { level = "edits", format = "openai", hasCommands = false, resume } = changes;
    const { usesPatches = false, moreTools = [], hasHelpers = false } = changes;
    const ledger = new FileLedger();
    const [requests, sent]: [ChatRequest[], ChatRequest[]] = [[], []];
    const client = this.#client(format, changes.fetch);
    const scanner = new TextScanner();
    const stream = protectedStream(
      (request, options) => {
        sent.push(request);
        return client.streamChat(request, options);
      },
      protection(scanner),
      () => Promise.resolve("mask"),
    );
    const store = await openCheckpoints(
      mkdtempSync(join(this.hubs.home, "checkpoints-")),
      Date.now,
    );
    const checkpoints = store.journal;
    const standing = () => ({ level, mode: changes.mode ?? "agent" });
    const commands = this.#commands(folder);
    const events: AgentEvent[] = [];
    const streamChat: StreamChat = (request, more) => {
      requests.push(request);
      changes.beforeRequest?.(request);
      return stream(request, more);
    };
    const shared = { streamChat, newId: randomUUID, workspace };
    const setting = {
      root: folder,
      platform: "linux",
      instructions: undefined,
      model: "hub-script-play",
    };
    const run = new AgentRun(
      {
        task: this.trajectory(steps),
        ...setting,
        mode: "agent",
        maxSteps: 100,
        maxCost: undefined,
        signal: new AbortController().signal,
        ...changes,
      },
      {
        approve: () => Promise.resolve("nobody"),
        standing,
        ledger,
        checkpoints,
        sensitive: { mode: () => "mask", scan: (text) => scanner.scan(text) },
        ...changes,
        tools: [
          ...fileTools(workspace, ledger, {
            isReadable: (path) => isOfSkill(changes.skills ?? [], path),
            usesPatches,
            maskTokens: placeholdersIn,
            checkpoints,
          }),
          ...(hasCommands
            ? commandTools({
                workspace,
                commands,
                level: () => (changes.standing ?? standing)().level,
              })
            : []),
          ...moreTools,
        ],
        moreTools: (parts) =>
          hasHelpers ? [explore(explorerOf(setting, { ...shared, run: parts }))] : [],
        ...shared,
      },
      resume,
    );
    for await (const event of run.events()) {
      events.push(event);
    }
    await commands.stopAll();
    return {
      sent,
      state: run.state,
      events,
      results: events.flatMap((event) =>
        event.type === "result" ? [[event.state, event.text] as const] : [],
      ),
      texts: events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("\n"),
      end: events.find((event) => event.type === "end"),
      requests,
      checkpoints,
      changes: store.changes(),
    };
  }

  #commands(folder: string): NodeCommands {
    return new NodeCommands({
      runId: randomUUID(),
      workspace: [realpathSync(folder)],
      home: this.hubs.home,
      outputFolder: mkdtempSync(join(this.hubs.home, "output-")),
      movedFolder: join(this.hubs.home, "movedAway"),
      environment: process.env,
      allowedVariables: () => [],
    });
  }

  #client(format: "openai" | "anthropic", fetch = globalThis.fetch): HubClient {
    const hub = this.#hub;
    return new HubClient({
      baseUrl: hub?.url ?? "",
      token: () => Promise.resolve(hub?.token),
      fetch,
      clock: systemClock,
      random: Math.random,
      chatFormat: () => format,
    });
  }
}

function protection(scanner: TextScanner): Protection {
  const decisions = new Decisions({
    memory: { read: () => ({}), write: () => undefined },
    hash: (value) => Promise.resolve(value),
  });
  return new Protection({ mode: () => "mask", decisions, scanner });
}
