import type { Approval, AskedAct } from "../../../agent/run/cards/agentEvents.ts";
import { type OfferedRule, offeredRules } from "../../../agent/run/cards/offeredRules.ts";
import type { ApprovalRule, RuleBook } from "../../../agent/trust/approvalRules.ts";
import type { CardHead, PendingDecisions } from "../../../chat/tools/pendingDecisions.ts";
import { orAborted } from "../../../shared/base/waiting.ts";
import type { AgentCard } from "../../../shared/calls/agentCalls.ts";
import type { RunBar } from "./runBar.ts";
import { runCard } from "./runCard.ts";

export interface RunPersonDeps {
  readonly conversationId: string;
  readonly cards: PendingDecisions<AgentCard>;
  readonly bar: RunBar;
  readonly rules: RuleBook | undefined;
  readonly newId: () => string;
}

/** What one run asks the person: its cards, with the rules that they offer, and its questions. */
export class RunPerson {
  /** Under which rules are kept: the real path of the workspace; several folders have rules of their own. */
  folder = "";
  readonly #deps: RunPersonDeps;
  /** The parts of a card that the person left out of their decision. */
  readonly #leftOut = new Map<string, readonly number[]>();
  /** The cards whose text is allowed for the rest of the run. */
  readonly #forRun = new Set<string>();
  /** A command of the run was approved. */
  #hasYes = false;
  /** The rules that each card offers. */
  readonly #offered = new Map<string, readonly OfferedRule[]>();
  #question: { readonly id: string; readonly resolve: (answer: string) => void } | undefined;

  constructor(deps: RunPersonDeps) {
    this.#deps = deps;
  }

  /** The rules that the person keeps for the folder. */
  get rules(): readonly ApprovalRule[] {
    return this.#deps.rules?.rules(this.folder) ?? [];
  }

  /** The person allows more of a card that was approved; to be called in the same turn of the event loop. */
  keepRule(cardId: string, ruleId: string): void {
    const offered = this.#offered.get(cardId)?.find(({ shown }) => shown.id === ruleId);
    if (offered?.rules.length === 0) {
      this.#forRun.add(cardId);
    }
    for (const rule of offered?.rules ?? []) {
      // A rule that cannot be stored is asked about again; the approval holds.
      void this.#deps.rules?.add(this.folder, rule).catch(() => undefined);
    }
  }

  /** To be called before the card is decided; the latest call counts. */
  leaveOut(cardId: string, parts: readonly number[]): void {
    if (this.#offered.has(cardId)) {
      this.#leftOut.set(cardId, parts);
    }
  }

  answer(questionId: string, answer: string): void {
    if (this.#question?.id === questionId) {
      this.#question.resolve(answer);
    }
  }

  /** Asks a question of the model. */
  async ask(
    asked: {
      readonly question: string;
      readonly options: readonly string[];
      readonly callId: string;
    },
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { bar, newId } = this.#deps;
    const answer = new Promise<string>((resolve) => {
      const shown = { ...asked, id: newId(), options: [...asked.options] };
      this.#question = { id: shown.id, resolve };
      bar.ask(shown);
    });
    try {
      return await orAborted(answer, signal);
    } finally {
      this.#question = undefined;
      bar.ask(undefined);
    }
  }

  /** Asks about an act with a card; answers with a list if the person left out some of its parts. */
  async approve(
    asked: AskedAct,
    signal: AbortSignal,
    callId: string,
  ): Promise<Approval | readonly Approval[]> {
    const { cards, bar, conversationId } = this.#deps;
    const stopWaiting = bar.waitForPerson();
    let cardId = "";
    const cardOf = (head: CardHead): AgentCard => {
      cardId = head.id;
      this.#offered.set(head.id, offeredRules(asked));
      return this.#withPreset(runCard(head, callId, asked));
    };
    const decision = await cards.ask(conversationId, cardOf, signal);
    if (decision === "approved") {
      bar.start(callId);
    }
    stopWaiting();
    const leftOut = this.#leftOut.get(cardId) ?? [];
    this.#leftOut.delete(cardId);
    this.#offered.delete(cardId);
    if (decision !== "approved") {
      return "rejected";
    }
    this.#hasYes ||= asked.command !== undefined;
    const yes = this.#forRun.delete(cardId) ? "approvedForRun" : "approved";
    return leftOut.length === 0 || !asked.parts
      ? yes
      : asked.parts.map((_, index) => (leftOut.includes(index) ? "rejected" : yes));
  }

  /** After the first approved command the same text is allowed for the run, unless the card warns of something. */
  #withPreset(card: AgentCard): AgentCard {
    const { rules, dangers = [], warnings } = card;
    const isSafe = dangers.length + warnings.length === 0;
    const preset = this.#hasYes && isSafe ? rules.find(({ kind }) => kind === "run") : undefined;
    return preset ? { ...card, presetRule: preset.id } : card;
  }
}
