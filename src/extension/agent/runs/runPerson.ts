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

export class RunPerson {
  /** The key of the rules: the workspace's real path; several folders have separate rules. */
  folder = "";
  readonly #deps: RunPersonDeps;
  readonly #leftOut = new Map<string, readonly number[]>();
  readonly #forRun = new Set<string>();
  #hasYes = false;
  readonly #offered = new Map<string, readonly OfferedRule[]>();
  #question: { readonly id: string; readonly resolve: (answer: string) => void } | undefined;

  constructor(deps: RunPersonDeps) {
    this.#deps = deps;
  }

  get rules(): readonly ApprovalRule[] {
    return this.#deps.rules?.rules(this.folder) ?? [];
  }

  /** Call in the same turn of the event loop as the approval. */
  keepRule(cardId: string, ruleId: string): void {
    const offered = this.#offered.get(cardId)?.find(({ shown }) => shown.id === ruleId);
    if (offered?.rules.length === 0) {
      this.#forRun.add(cardId);
    }
    for (const rule of offered?.rules ?? []) {
      // If the rule cannot be stored, the person is asked again; the approval holds.
      void this.#deps.rules?.add(this.folder, rule).catch(() => undefined);
    }
  }

  /** Call before the card is decided; the last call counts. */
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

  /** After the first approved command a card preselects "for this run", unless it has a warning. */
  #withPreset(card: AgentCard): AgentCard {
    const { rules, dangers = [], warnings } = card;
    const isSafe = dangers.length + warnings.length === 0;
    const preset = this.#hasYes && isSafe ? rules.find(({ kind }) => kind === "run") : undefined;
    return preset ? { ...card, presetRule: preset.id } : card;
  }
}
