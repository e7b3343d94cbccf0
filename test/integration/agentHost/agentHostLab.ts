import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { mkdtempSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import type { RunStanding } from "../../../src/agent/run/cards/runTrust.ts";
import { openCheckpoints } from "../../../src/agentNode/checkpoints/checkpointStore.ts";
import { RunRecordFile } from "../../../src/agentNode/checkpoints/runRecordFile.ts";
import { NodeCommands } from "../../../src/agentNode/commands/nodeCommands.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import { markLeft, takeLease } from "../../../src/agentNode/processes/runLease.ts";
import { StoredRules } from "../../../src/agentNode/storedRules.ts";
import { ChatSession } from "../../../src/chat/chatSession.ts";
import { TextScanner } from "../../../src/chat/protection/textScanner.ts";
import type { StreamAnswer } from "../../../src/chat/toolEvents.ts";
import type { AgentEditor } from "../../../src/extension/agent/editor/agentEditor.ts";
import { LoadedAgent } from "../../../src/extension/agent/loadedAgent.ts";
import type {
  AgentMachine,
  AgentRunsDeps,
  RunTerms,
} from "../../../src/extension/agent/runs/agentRuns.ts";
import { ConversationFiles } from "../../../src/extension/storage/conversationFiles.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import type { ChatRequest } from "../../../src/hub/wire/chatTypes.ts";
import { type Clock, systemClock } from "../../../src/shared/base/clock.ts";
import { AgentLab } from "../agent/agentLab.ts";
import type { HubProcess } from "../hubServer/hubProcess.ts";
import { HostedConversation } from "./hostedConversation.ts";

export const quietEditor: AgentEditor = {
  showChanges: () => Promise.resolve(),
  askRestore: ({ rows }) => Promise.resolve(rows.map(({ path }) => path)),
  confirmSpace: () => Promise.resolve(true),
  tellNotKept: () => undefined,
  tellNotUndone: () => Promise.resolve(),
};

/** The agent's host without an editor: real sessions, a real disk, a real hub. */
export class AgentHostLab {
  readonly agents = new AgentLab();
  readonly #sessions: ChatSession[] = [];
  readonly #agents: LoadedAgent[] = [];
  #hub: HubProcess | undefined;

  async start(): Promise<HubProcess> {
    this.#hub = await this.agents.start();
    return this.#hub;
  }

  /** A conversation whose answers are runs in the folder. */
  async open(folder: string, more: OpenOptions = {}): Promise<HostedConversation> {
    const conversations = more.conversations ?? mkdtempSync(join(this.agents.hubs.home, "chats-"));
    const requests: ChatRequest[] = [];
    const runs: string[] = [];
    const doing: string[] = [];
    const scanner = new TextScanner();
    const id = "conversation-1";
    const loaded: LoadedAgent = new LoadedAgent(
      {
        clock: more.clock ?? systemClock,
        newId: randomUUID,
        sensitive: { mode: () => "mask", scan: (text) => scanner.scan(text) },
        storageUri: "",
        storage: more.storage ?? join(conversations, "agent"),
        streamChat: (request, options) => {
          requests.push(request);
          runs.push(`${options.run?.id} ${options.run?.limit}`);
          doing.push(loaded.view(id).run?.doing.kind ?? "");
          return this.#client().streamChat(request, options);
        },
        endRun: (run) => this.#client().endRun(run),
        mcp: more.mcp ?? { tools: () => Promise.resolve([]) },
        readers: () => [],
        contextLength: () => more.contextLength,
        usesPatches: () => more.usesPatches ?? false,
      },
      this.#machine(folder, more),
    );
    const store = new ConversationFiles(conversations, {
      workspace: () => undefined,
      onQuarantine: () => undefined,
    });
    const standing: RunStanding = { level: more.level ?? "ask", mode: more.mode ?? "agent" };
    const terms = {
      conversationId: id,
      standing: () => standing,
      maxSteps: more.maxSteps ?? 100,
      get cap() {
        return {
          step: more.maxCost ?? 2,
          most: more.mostCost,
          isRaised: more.isRaised?.() ?? false,
        };
      },
      ...more.allowed,
      allowsCommands: more.allowsCommands ?? true,
      showsEdits: () => true,
    } satisfies RunTerms;
    const session = new ChatSession(id, await store.load(id), {
      store,
      clock: systemClock,
      newId: randomUUID,
      streamChat: () => {
        throw new Error("No answer without a run");
      },
      onStorageFailure: (error) => {
        throw error;
      },
      answering: () => (request, options) => answerBy(loaded, terms, request, options),
    });
    this.#sessions.push(session);
    this.#agents.push(loaded);
    return new HostedConversation({
      id,
      session,
      agent: loaded,
      folder: conversations,
      requests,
      runs,
      doing,
    });
  }

  async dispose(): Promise<void> {
    // One after the other: some are windows of the same conversation. Nothing may write when the folders go.
    for (const session of this.#sessions) {
      await session.close();
    }
    for (const agent of this.#agents) {
      await agent.ended();
      agent.dispose();
    }
    await this.agents.hubs.dispose();
  }

  #machine(folder: string, { machine, editor = quietEditor }: OpenOptions): AgentMachine {
    const usual = machineOf(folder, join(this.agents.hubs.home, "output"), editor);
    return machine?.(editor, usual) ?? usual;
  }

  #client(): HubClient {
    const hub = this.#hub;
    return new HubClient({
      baseUrl: hub?.url ?? "",
      token: () => Promise.resolve(hub?.token),
      fetch,
      clock: systemClock,
      random: Math.random,
      chatFormat: () => "openai",
    });
  }
}

export interface OpenOptions extends Partial<RunStanding> {
  readonly maxCost?: number;
  /** The highest cap that the hub's policy allows. */
  readonly mostCost?: number;
  /** Whether the person allowed the run that goes on one more cap. */
  readonly isRaised?: () => boolean;
  readonly maxSteps?: number;
  /** Whether the hub says so of the model. */
  readonly usesPatches?: boolean;
  /** Tokens of the model's context. */
  readonly contextLength?: number;
  /** The folder of an earlier conversation. */
  readonly conversations?: string;
  readonly editor?: AgentEditor;
  readonly mcp?: AgentRunsDeps["mcp"];
  /** Default: this machine, with files and commands. */
  readonly machine?: (editor: AgentEditor, usual: AgentMachine) => AgentMachine;
  /** What the hub's policy leaves of MCP servers. */
  readonly allowed?: Pick<RunTerms, "allowsServer" | "allowsTool" | "checks">;
  readonly allowsCommands?: boolean;
  /** The agent's own folder. */
  readonly storage?: string;
  /** Of the cards. */
  readonly clock?: Clock;
}

function machineOf(folder: string, output: string, editor: AgentEditor): AgentMachine {
  return {
    platform: process.platform,
    editor,
    skillFolders: [],
    takeFolder: (place, runId) => takeLease(place, runId, Date.now),
    openRecord: ({ conversationId, storage }) => new RunRecordFile(storage, conversationId),
    showRules: () => Promise.resolve(),
    openRules: (storage) => new StoredRules(join(storage, "rules.json")),
    openCheckpoints: async ({ conversationId, storage, roots }) => {
      const path = process.env["PATH"] ?? "";
      const place = { root: roots[0] ?? "", path };
      const { journal, ...store } = await openCheckpoints(
        join(storage, conversationId),
        Date.now,
        place,
      );
      const watch = () => store.watchCommands({ roots, home: homedir(), path });
      return {
        journal,
        changes: (id) => store.changes(id),
        commitsSince: (id) => store.commitsSince(id),
        watch,
        recover: () => watch().recover(),
      };
    },
    openWorkspace: () => NodeWorkspace.open(folder),
    markLeft: (runId, storage) => markLeft(storage, runId),
    openCommands: (runId, roots, lastId) => {
      mkdirSync(output, { recursive: true });
      const outputFolder = mkdtempSync(join(output, "run-"));
      const commands = new NodeCommands({
        runId,
        workspace: roots,
        home: homedir(),
        outputFolder,
        movedFolder: join(output, "movedAway"),
        environment: process.env,
        allowedVariables: () => [],
        lastId,
      });
      return { commands, dispose: () => rmSync(outputFolder, { recursive: true, force: true }) };
    },
  };
}

async function* answerBy(
  agent: LoadedAgent,
  terms: RunTerms,
  ...[request, options]: Parameters<StreamAnswer>
): ReturnType<StreamAnswer> {
  const run = await agent.begin(terms, request, options);
  yield* run ?? [{ kind: "textDelta", text: "Elsewhere." }];
}
