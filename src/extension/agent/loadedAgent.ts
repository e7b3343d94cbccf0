import type { RuleBook } from "../../agent/trust/approvalRules.ts";
import type { AnswerEvent, AnswerOptions } from "../../chat/toolEvents.ts";
import { PendingDecisions } from "../../chat/tools/pendingDecisions.ts";
import { HubError } from "../../hub/errors/hubError.ts";
import type { ChatRequest } from "../../hub/wire/chatTypes.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { orAborted } from "../../shared/base/waiting.ts";
import type { AgentCard, CommandOutput, NoSandbox } from "../../shared/calls/agentCalls.ts";
import type { ReviewOwner } from "../editing/review/reviewCommands.ts";
import { KeptCommands } from "./commands/keptCommands.ts";
import { PrintedCommands } from "./commands/printedCommands.ts";
import { LiveRun } from "./liveRun.ts";
import type {
  AgentMachine,
  AgentRuns,
  AgentRunsDeps,
  CardDecision,
  FoundSandbox,
  RunTerms,
} from "./runs/agentRuns.ts";
import { ConversationFiles } from "./runs/conversationFiles.ts";
import { ConversationTaint } from "./runs/conversationTaint.ts";
import { HeldFolders } from "./runs/heldFolders.ts";
import { RunBar } from "./runs/runBar.ts";
import type { RunFiles } from "./runs/runFiles.ts";
import { RunMemory } from "./runs/runMemory.ts";
import { noRun, type RunView } from "./runs/runView.ts";
import { type Working, workingUntil } from "./runs/workingRun.ts";

const cardMs = 24 * 3_600_000;

interface Shown {
  readonly run: LiveRun;
  readonly bar: RunBar;
}

export class LoadedAgent implements AgentRuns {
  readonly #deps: AgentRunsDeps;
  readonly #machine: AgentMachine;
  readonly #cards: PendingDecisions<AgentCard>;
  readonly #files: ConversationFiles;
  readonly #rules: RuleBook | undefined;
  readonly #printed = new PrintedCommands();
  readonly #folders: HeldFolders;
  #sandbox: FoundSandbox = { kind: "unknown" };
  #knowsSpace = false;
  #probing: Promise<FoundSandbox> | undefined;
  readonly #shown = new Map<string, Shown>();
  readonly #tainted = new Map<string, ConversationTaint>();
  readonly #memories = new Map<string, RunMemory>();
  readonly #kept = new Map<string, KeptCommands>();
  readonly #working = new Set<Working>();
  readonly #refusedServers = new Set<string>();
  readonly #didChange = new Emitter<string>();
  readonly #didPrint = new Emitter<CommandOutput>();

  readonly onDidChange = this.#didChange.event;
  readonly onDidPrint = this.#didPrint.event;

  constructor(deps: AgentRunsDeps, machine: AgentMachine) {
    this.#deps = deps;
    this.#machine = machine;
    this.#files = new ConversationFiles({
      storage: deps.storage,
      machine,
      onChange: (id) => this.#didChange.fire(id),
    });
    this.#folders = new HeldFolders({ ...deps, machine });
    this.#rules = machine.openRules?.(deps.storage);
    this.#cards = new PendingDecisions(deps.clock, deps.newId, cardMs);
    this.#cards.onDidChange((id) => this.#didChange.fire(id));
  }

  view(conversationId: string): RunView {
    const bar = this.#shown.get(conversationId)?.bar;
    const background = this.#kept.get(conversationId)?.running ?? [];
    return {
      ...noRun,
      ...bar?.view,
      background: background.map(({ callId, script }) => ({ callId, command: script })),
      ...this.#files.view(conversationId),
      cards: [...this.#cards.pending(conversationId)],
    };
  }

  get isElsewhere(): boolean {
    return this.#folders.isElsewhere;
  }

  get hasSandbox(): boolean {
    return this.#sandbox.kind === "there";
  }

  get noSandbox(): NoSandbox | undefined {
    const found = this.#sandbox;
    return found.kind === "missing" ? { why: found.why, detail: found.detail } : undefined;
  }

  async manageRules(): Promise<void> {
    await this.#machine.showRules(this.#rules);
  }

  async probe(): Promise<void> {
    this.#probing ??= this.#machine.probeSandbox?.() ?? Promise.resolve(this.#sandbox);
    this.#sandbox = await this.#probing;
  }

  async begin(
    terms: RunTerms,
    request: ChatRequest,
    options: AnswerOptions,
  ): Promise<AsyncIterable<AnswerEvent> | undefined> {
    const { signal } = options;
    const stopped = [...this.#working].filter((one) => one.signal.aborted);
    await orAborted(Promise.all(stopped.map(({ over }) => over)), signal);
    const held = await this.#folders.take(options.messageId);
    if (held === "elsewhere") {
      if (this.#working.size > 0) {
        throw new HubError({ kind: "agent_busy" });
      }
      this.#folders.waitForOther(() => this.#didChange.fire(terms.conversationId));
      return undefined;
    }
    const left = held?.left ?? [];
    if (left.length > 0) {
      const texts = left.map(({ pid, began, script }) => `${pid} (${began}) ${script}`);
      this.#machine.editor.tellLeft?.(texts);
    }
    const working = workingUntil(signal);
    this.#working.add(working);
    return this.#answer(terms, request, options, async () => {
      this.#working.delete(working);
      await Promise.resolve(held?.release()).finally(working.end);
    });
  }

  async *#answer(
    terms: RunTerms,
    request: ChatRequest,
    options: AnswerOptions,
    release: () => Promise<void>,
  ): AsyncGenerator<AnswerEvent> {
    const { conversationId } = terms;
    const bar = new RunBar(terms, () => this.#didChange.fire(conversationId));
    const tainted = this.#tainted.get(conversationId) ?? new ConversationTaint();
    this.#tainted.set(conversationId, tainted);
    let run: LiveRun | undefined;
    const stopped = new AbortController();
    const signal = AbortSignal.any([options.signal, stopped.signal]);
    void this.#askAboutSpace(() => stopped.abort()).catch(() => undefined);
    try {
      const files = await this.#files.open(conversationId, true);
      if (!files && this.#machine.openCheckpoints) {
        this.#machine.editor.tellNotKept();
      }
      run = new LiveRun(terms, {
        ...this.#deps,
        machine: this.#machine,
        cards: this.#cards,
        files,
        rules: this.#rules,
        print: (output) => this.#print(output),
        bar,
        tainted,
        memory: this.#memoryOf(conversationId),
        refused: this.#refusedServers,
        kept: this.#keptOf(conversationId),
      });
      this.#shown.set(conversationId, { run, bar });
      yield* run.answer(request, { ...options, signal });
    } finally {
      if (signal.aborted) {
        bar.leave();
      }
      await run?.ended;
      await release();
    }
  }

  /**
   * Asks once per window; a disk that cannot be measured causes no question. The run continues meanwhile without
   * changing files that cannot be backed up. Calls `stop` if the person declines.
   */
  async #askAboutSpace(stop: () => void): Promise<void> {
    const { spaceQuestion, editor } = this.#machine;
    const question = this.#knowsSpace ? undefined : await spaceQuestion?.();
    if (question && !this.#knowsSpace) {
      this.#knowsSpace = true;
      if (!(await editor.confirmSpace(question))) {
        stop();
      }
    }
  }

  async forget(conversationId: string): Promise<void> {
    await this.#memoryOf(conversationId).forget();
    this.#memories.delete(conversationId);
    await this.#shown.get(conversationId)?.run.ended;
    await this.#kept.get(conversationId)?.stopAll();
    this.#kept.delete(conversationId);
    this.#shown.delete(conversationId);
    this.#tainted.delete(conversationId);
    await this.#files.forget(conversationId);
  }

  #keptOf(conversationId: string): KeptCommands {
    const known = this.#kept.get(conversationId);
    const kept = known ?? new KeptCommands(() => this.#didChange.fire(conversationId));
    this.#kept.set(conversationId, kept);
    return kept;
  }

  #memoryOf(conversationId: string): RunMemory {
    const { storage } = this.#deps;
    const known = this.#memories.get(conversationId);
    const memory = known ?? new RunMemory(this.#machine.openRecord?.({ conversationId, storage }));
    this.#memories.set(conversationId, memory);
    return memory;
  }

  async ended(): Promise<void> {
    const stopKept = (): Promise<unknown> =>
      Promise.all([...this.#kept.values()].map((kept) => kept.stopAll()));
    await Promise.all([stopKept(), ...[...this.#shown.values()].map(({ run }) => run.ended)]);
    // Also stops commands that a run left in the background while it ended.
    await stopKept();
  }

  leave(conversationId: string): void {
    this.#shown.get(conversationId)?.bar.leave();
  }

  steer(conversationId: string, text: string): boolean {
    return this.#shown.get(conversationId)?.run.steer(text) ?? false;
  }

  showCommand(conversationId: string, callId: string): void {
    const output = this.#printed.of(conversationId, callId);
    if (output) {
      this.#machine.terminals?.open(output);
    }
  }

  decide({
    cardId: id,
    ruleId,
    leaveOut = [],
    ...decision
  }: CardDecision): "done" | "gone" | "tooEarly" {
    const { conversationId, approve } = decision;
    const person = this.#shown.get(conversationId)?.run.person;
    person?.leaveOut(id, leaveOut);
    const outcome = this.#cards.decide({ ...decision, id });
    if (outcome === "done" && approve && ruleId !== undefined) {
      person?.keepRule(id, ruleId);
    }
    return outcome;
  }

  answerQuestion(conversationId: string, questionId: string, answer: string): void {
    this.#shown.get(conversationId)?.run.person.answer(questionId, answer);
  }

  trustAgain(conversationId: string): void {
    this.#shown.get(conversationId)?.run.trustAgain();
  }

  get reviews(): ReviewOwner | undefined {
    return this.#machine.editor.reviews;
  }

  async files(conversationId: string): Promise<RunFiles | undefined> {
    return await this.#files.open(conversationId, false);
  }

  async stopCommand(conversationId: string, callId: string): Promise<void> {
    await (this.#kept.get(conversationId)?.ofCall(callId)?.stop() ??
      this.#shown.get(conversationId)?.run.stopCommand(callId));
  }

  #print(output: CommandOutput): void {
    this.#printed.add(output);
    this.#machine.terminals?.print(output);
    this.#didPrint.fire(output);
  }

  dispose(): void {
    this.#cards.dispose();
    this.#didChange.dispose();
    this.#didPrint.dispose();
    this.#machine.terminals?.dispose();
    for (const kept of this.#kept.values()) {
      void kept.stopAll();
    }
    this.#files.dispose();
  }
}
