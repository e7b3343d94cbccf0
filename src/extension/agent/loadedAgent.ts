import type { AnswerEvent, AnswerOptions } from "../../chat/toolEvents.ts";
import { PendingDecisions } from "../../chat/tools/pendingDecisions.ts";
import type { ChatRequest } from "../../hub/chatTypes.ts";
import type { AgentCard, CommandOutput } from "../../shared/calls/agentCalls.ts";
import { Emitter } from "../../shared/emitter.ts";
import {
  type AgentMachine,
  type AgentRuns,
  type AgentRunsDeps,
  noRun,
  type RunTerms,
  type RunView,
} from "./agentRuns.ts";
import { LiveRun } from "./liveRun.ts";
import { RunBar } from "./runBar.ts";

/** A card of a run waits for a day. */
const cardMs = 24 * 3_600_000;

interface Shown {
  readonly run: LiveRun;
  readonly bar: RunBar;
}

/** The runs of this window. */
export class LoadedAgent implements AgentRuns {
  readonly #deps: AgentRunsDeps;
  readonly #machine: AgentMachine;
  readonly #cards: PendingDecisions<AgentCard>;
  readonly #shown = new Map<string, Shown>();
  readonly #didChange = new Emitter<string>();
  readonly #didPrint = new Emitter<CommandOutput>();

  readonly onDidChange = this.#didChange.event;
  readonly onDidPrint = this.#didPrint.event;

  constructor(deps: AgentRunsDeps, machine: AgentMachine) {
    this.#deps = deps;
    this.#machine = machine;
    this.#cards = new PendingDecisions(deps.clock, deps.newId, cardMs);
    this.#cards.onDidChange((id) => this.#didChange.fire(id));
  }

  view(conversationId: string): RunView {
    const bar = this.#shown.get(conversationId)?.bar;
    return { ...noRun, ...bar?.view, cards: [...this.#cards.pending(conversationId)] };
  }

  async *answer(
    terms: RunTerms,
    request: ChatRequest,
    options: AnswerOptions,
  ): AsyncGenerator<AnswerEvent> {
    const { conversationId } = terms;
    const bar = new RunBar(terms, () => this.#didChange.fire(conversationId));
    const run = new LiveRun(terms, {
      ...this.#deps,
      machine: this.#machine,
      cards: this.#cards,
      print: (output) => this.#didPrint.fire(output),
      bar,
    });
    this.#shown.set(conversationId, { run, bar });
    try {
      yield* run.answer(request, options);
    } finally {
      if (options.signal.aborted) {
        bar.leave();
      }
    }
  }

  decide(conversationId: string, id: string, approve: boolean): "done" | "gone" | "tooEarly" {
    return this.#cards.decide({ conversationId, id, approve });
  }

  async stopCommand(conversationId: string, callId: string): Promise<void> {
    await this.#shown.get(conversationId)?.run.stopCommand(callId);
  }

  dispose(): void {
    this.#cards.dispose();
    this.#didChange.dispose();
    this.#didPrint.dispose();
  }
}
