import type { Checkpoints } from "../../agent/checkpoints/checkpoints.ts";
import { AgentRun, type AgentRunDeps } from "../../agent/run/agentRun.ts";
import type { AgentEvent, PassedEvent, RunEnd } from "../../agent/run/cards/agentEvents.ts";
import { explorerOf } from "../../agent/run/explorer.ts";
import { nextCap } from "../../agent/run/runCap.ts";
import { firstMessages } from "../../agent/run/runPrompt.ts";
import { type AskedRun, firstOf, resumeOf, type RunRecord } from "../../agent/run/runRecord.ts";
import { findSkills, type Skill } from "../../agent/run/skills.ts";
import type { AgentTool } from "../../agent/tools/base/agentTool.ts";
import type { FileLedger } from "../../agent/tools/base/fileLedger.ts";
import { foldersKey, realFolders, rootText } from "../../agent/tools/base/manyFolders.ts";
import type { Workspace } from "../../agent/tools/base/workspace.ts";
import { explore } from "../../agent/tools/search/explore.ts";
import type { RuleBook } from "../../agent/trust/approvalRules.ts";
import type { AnswerEvent, AnswerOptions } from "../../chat/toolEvents.ts";
import type { PendingDecisions } from "../../chat/tools/pendingDecisions.ts";
import { hasCalls } from "../../chat/tools/toolLoop.ts";
import { HubError } from "../../hub/errors/hubError.ts";
import type { ChatRequest } from "../../hub/wire/chatTypes.ts";
import type { AgentCard, CommandOutput } from "../../shared/calls/agentCalls.ts";
import type { KeptCommands } from "./commands/keptCommands.ts";
import { RunCommands } from "./commands/runCommands.ts";
import { runTools, broughtTools } from "./commands/runTools.ts";
import type { AgentMachine, AgentRunsDeps, RunTerms } from "./runs/agentRuns.ts";
import type { ConversationTaint } from "./runs/conversationTaint.ts";
import { GrowingEdits } from "./runs/growingEdits.ts";
import {
  callEvent,
  checkedBy,
  finishedBy,
  streamOptions,
  withoutSystem,
} from "./runs/runAnswer.ts";
import type { RunBar } from "./runs/runBar.ts";
import { RunEvents } from "./runs/runEvents.ts";
import type { RunFiles } from "./runs/runFiles.ts";
import type { RunMemory } from "./runs/runMemory.ts";
import { RunPerson } from "./runs/runPerson.ts";
import { serverCards } from "./runs/serverCards.ts";

export interface LiveRunDeps extends AgentRunsDeps {
  readonly machine: AgentMachine;
  readonly cards: PendingDecisions<AgentCard>;
  readonly print: (output: CommandOutput) => void;
  readonly bar: RunBar;
  readonly tainted: ConversationTaint;
  readonly files: RunFiles | undefined;
  readonly rules: RuleBook | undefined;
  readonly memory: RunMemory;
  readonly refused: Set<string>;
  readonly kept: KeptCommands;
}

interface RunParts {
  readonly tools: readonly AgentTool[];
  readonly skills: readonly Skill[];
  readonly workspace: Workspace;
  readonly ledger: FileLedger;
  readonly checkpoints: Checkpoints | undefined;
}

interface Asked extends AskedRun {
  readonly instructions: string | undefined;
  readonly earlier: RunRecord | undefined;
}

export class LiveRun {
  ended: Promise<void> = Promise.resolve();
  readonly #terms: RunTerms;
  readonly #deps: LiveRunDeps;
  readonly person: RunPerson;
  readonly #events = new RunEvents();
  readonly #ended = new AbortController();
  #commands: RunCommands | undefined;
  #growing: GrowingEdits | undefined;
  readonly #said: string[] = [];
  #isRunning = false;
  #callId = "";

  constructor(terms: RunTerms, deps: LiveRunDeps) {
    this.#terms = terms;
    this.#deps = deps;
    this.person = new RunPerson({ ...deps, conversationId: terms.conversationId });
  }

  steer(text: string): boolean {
    if (!this.#isRunning) {
      return false;
    }
    this.#said.push(text);
    const quoted = text.split("\n").join("\n> ");
    this.#events.push({ kind: "textDelta", text: `\n\n> ${quoted}\n\n` });
    return true;
  }

  trustAgain(): void {
    this.#deps.tainted.taint.goOnAsBefore();
    this.#deps.bar.taint(false);
  }

  async stopCommand(callId: string): Promise<void> {
    await this.#commands?.stop(callId);
  }

  async *answer(request: ChatRequest, options: AnswerOptions): AsyncGenerator<AnswerEvent> {
    const signal = AbortSignal.any([options.signal, this.#ended.signal]);
    const work = this.#run(request, { ...options, signal }).finally(() => this.#events.end());
    this.ended = work.then(
      () => undefined,
      () => undefined,
    );
    // The error is thrown below, after all earlier events are consumed.
    work.catch(() => undefined);
    try {
      yield* this.#events.drain();
      yield finishedBy(await work, options.signal);
    } finally {
      this.#ended.abort();
    }
  }

  async #run(request: ChatRequest, options: AnswerOptions): Promise<RunEnd> {
    const { machine, bar, files } = this.#deps;
    const checkpoints = files?.checkpointsFor(options.questionId);
    const workspace = await machine.openWorkspace();
    if (!workspace) {
      throw new HubError({ kind: "unknown" });
    }
    const isShown = (): boolean => this.#terms.showsEdits?.() === true;
    this.#growing = new GrowingEdits({ ...this.#deps, ...machine, workspace, isShown });
    const commands = this.#openCommands(options.messageId, await realFolders(workspace));
    this.#commands = commands;
    const ledger = this.#deps.memory.ledgerOf(options.messageId);
    const skills = await findSkills(workspace, machine.skillFolders);
    const { standing } = this.#terms;
    const tools = runTools({
      pages: standing().mode === "agent" ? machine.pages : undefined,
      skills,
      machine,
      workspace,
      ledger,
      checkpoints,
      files,
      watch: commands.watch,
      tap: commands.tap,
      usesPatches: this.#deps.usesPatches?.(request.model),
      level: () => standing().level,
      ask: (question, aborted) => this.person.ask({ ...question, callId: this.#callId }, aborted),
    });
    bar.begin(() => ledger.changed.length);
    try {
      const asks = serverCards({ ...this.#deps, ...this.#terms, person: this.person });
      const all = [
        ...tools,
        ...(await broughtTools(this.#deps, this.#terms, asks, options.signal)),
      ];
      const parts = { tools: all, skills, workspace, ledger, checkpoints };
      return await this.#runTools(parts, request, options);
    } finally {
      await this.#growing.end();
      await commands.end(tools, options.signal);
      await this.#deps.memory.flush();
      void files?.refresh().catch(() => undefined);
    }
  }

  async #runTools(parts: RunParts, request: ChatRequest, options: AnswerOptions): Promise<RunEnd> {
    const { workspace, tools } = parts;
    this.person.folder = await foldersKey(workspace);
    // With several folders, each folder's instructions come with the first file read in it.
    const instructions = workspace.folders
      ? undefined
      : await workspace.read(await workspace.locate("AGENTS.md"));
    const conversation = withoutSystem(request.messages);
    const earlier = await this.#deps.memory.load();
    this.#deps.tainted.beginRun(conversation, earlier?.state.taint);
    const asked = {
      answerId: options.messageId,
      previousId: options.previousId,
      conversation,
      model: request.model,
      instructions: instructions && "text" in instructions ? instructions.text : undefined,
      earlier,
    };
    const agent = this.#agentOf(parts, options, asked);
    const earlierSteps = conversation.filter(hasCalls).length;
    this.#isRunning = true;
    try {
      for await (const event of agent.events()) {
        if (event.type === "end") {
          this.#showEnd(event);
          return event;
        }
        this.#show(event, tools, earlierSteps);
      }
    } finally {
      this.#isRunning = false;
      this.#remember(agent, asked);
    }
    throw new Error("A run ended without its end");
  }

  #showEnd(end: RunEnd): void {
    this.#deps.bar.end(end);
    const checked = checkedBy(end);
    if (checked) {
      this.#events.push(checked);
    }
  }

  #agentOf(parts: RunParts, options: AnswerOptions, asked: Asked): AgentRun {
    const { tools, skills, workspace, ledger, checkpoints } = parts;
    const { newId, machine, bar, sensitive, contextLength, tainted, endRun } = this.#deps;
    const { standing, cap, maxSteps, checks, siteRules = [] } = this.#terms;
    const { signal, stored } = options;
    const { model, instructions, conversation, earlier } = asked;
    const { platform } = machine;
    const root = rootText(workspace);
    const length = contextLength?.(model);
    const setting = { root, platform, instructions, model, skills, contextLength: length };
    const streamChat: AgentRunDeps["streamChat"] = (request, more) => {
      // Only a summary is requested without tools.
      bar.waitForModel(request.tools ? "model" : "compaction");
      const onCallPiece = this.#growing?.grow;
      const own = { ...streamOptions(options), ...(onCallPiece && { onCallPiece }) };
      return this.#deps.streamChat(request, { ...own, ...more });
    };
    const shared = { streamChat, newId, workspace };
    const limits = { maxSteps, signal, mode: standing().mode };
    const first = { ...setting, ...limits, task: "", maxCost: cap.step };
    const resume = resumeOf(earlier, asked, (before) =>
      firstMessages({ ...first, conversation: before }),
    );
    const maxCost = nextCap(cap, resume?.state.cap, cap.isRaised);
    bar.limit(maxCost);
    const { cost = "0", tokens = 0 } = resume?.state ?? {};
    bar.spend({ cost }, { tokens, isApproximate: true });
    const agent: AgentRun = new AgentRun(
      { ...first, maxCost, conversation },
      {
        ...shared,
        streamChat: (request, more) => {
          this.#remember(agent, asked);
          return streamChat(request, more);
        },
        tools,
        ledger,
        checkpoints,
        checks,
        standing,
        sensitive,
        ...(endRun && { endRun }),
        taint: tainted.taint,
        touchedPaths: () => workspace.takeTouched?.() ?? [],
        takeMessages: () => this.#said.splice(0),
        moreTools: (run) => [explore(explorerOf(setting, { ...shared, run }))],
        rules: () => [...this.person.rules, ...siteRules],
        tell: (event) => this.#pass(event, agent),
        approve: (act, aborted, callId) => this.person.approve(act, aborted, callId),
        starting: async (callId) => {
          this.#callId = callId;
          await this.#growing?.drawn();
          bar.start(callId);
          await this.#events.taken({ kind: "toolCallMoved", callId, state: "running" });
          await stored();
        },
      },
      resume,
    );
    return agent;
  }

  /** Stores the prefix for the conversation's next request. */
  #remember({ state }: AgentRun, { answerId, model, conversation }: Asked): void {
    this.#deps.memory.save({ answerId, model, first: firstOf(conversation), state });
  }

  #openCommands(answerId: string, roots: readonly string[]): RunCommands {
    const { machine, files, clock, kept, print, storage } = this.#deps;
    const { conversationId, allowsCommands } = this.#terms;
    const opened =
      allowsCommands === false ? undefined : machine.openCommands?.(answerId, roots, kept.lastId);
    return new RunCommands(opened, files, {
      clock,
      kept,
      callId: () => this.#callId,
      print: (output) => print({ conversationId, ...output }),
      markLeft: async () => await machine.markLeft?.(answerId, storage),
    });
  }

  #pass(event: PassedEvent, { tokens, isCostApproximate: isApproximate }: AgentRun): void {
    if (event.kind === "usage") {
      this.#deps.bar.spend(event, { tokens, isApproximate });
    }
    this.#events.push(event);
  }

  #show(
    event: Exclude<AgentEvent, RunEnd>,
    tools: readonly AgentTool[],
    earlierSteps: number,
  ): void {
    const { bar, tainted, files } = this.#deps;
    this.#growing?.see(event);
    if (event.type === "tainted") {
      bar.taint(true);
    } else if (event.type === "call") {
      bar.call(event);
    } else if (event.type === "result") {
      bar.result(event);
      tainted.judged(event.id);
      void files?.refresh().catch(() => undefined);
    }
    const shown = callEvent(event, tools, earlierSteps);
    if (shown) {
      this.#events.push(shown);
    }
  }
}
