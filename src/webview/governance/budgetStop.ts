import { computed, type ReadonlySignal, signal } from "@preact/signals";

import type { Clock } from "../../shared/base/clock.ts";
import type { AssistantMessage } from "../../shared/conversation/conversation.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import { budgetLevel, tightestBudget } from "../../shared/hubApi/budgets.ts";
import type { BudgetLayer, UsageReport } from "../../shared/hubApi/usageReport.ts";
import type { ChatState } from "../page/state/chatState.ts";

export type BudgetReport = Pick<UsageReport, "fetchedAt" | "budgets" | "rates">;

export interface Stopped {
  readonly messageId: string;
  readonly failure: Failure;
  readonly layer: BudgetLayer | undefined;
}

/**
 * Blocks sending after a refusal for a spent budget, until the hub's report changes, the budget renews, another model
 * is chosen, or the person retries.
 */
export class BudgetStop {
  readonly #state: ChatState;
  readonly #clock: Clock;
  readonly #report: ReadonlySignal<BudgetReport | undefined>;
  readonly #releasedId = signal<string | undefined>(undefined);
  /** The hub's latest report after the refusal. */
  #seen: { readonly messageId: string; readonly budgets: string } | undefined;

  readonly stopped = computed((): Stopped | undefined => {
    const message = this.#refusedAnswer();
    if (message?.failure === undefined || this.#releasedId.value === message.id) {
      return undefined;
    }
    const { failure, id: messageId, model } = message;
    if (this.#state.view.value.selectedModel !== model) {
      return undefined;
    }
    const isRenewed = failure.retryAt !== undefined && failure.retryAt <= this.#clock.now();
    return isRenewed ? undefined : { messageId, failure, layer: this.#layerOf(failure) };
  });

  constructor(state: ChatState, report: ReadonlySignal<BudgetReport | undefined>, clock: Clock) {
    this.#state = state;
    this.#report = report;
    this.#clock = clock;
  }

  release(): void {
    this.#releasedId.value = this.stopped.value?.messageId;
  }

  hear(report: BudgetReport | undefined): void {
    const message = this.#refusedAnswer();
    if (!message?.failure || !report || report.fetchedAt <= message.createdAt) {
      return;
    }
    const budgets = JSON.stringify(report.budgets);
    const layer = this.#layerOf(message.failure);
    const level = layer && budgetLevel(layer);
    const hasRoom = level === "plenty" || level === "low";
    const isOther = this.#seen?.messageId === message.id && this.#seen.budgets !== budgets;
    if (hasRoom || isOther) {
      this.#releasedId.value = message.id;
    }
    this.#seen = { messageId: message.id, budgets };
  }

  #refusedAnswer(): AssistantMessage | undefined {
    const lastId = this.#state.messageIds.value.at(-1);
    const last = lastId === undefined ? undefined : this.#state.message(lastId)?.value;
    return last?.role === "assistant" && last.failure?.kind === "budget_exhausted"
      ? last
      : undefined;
  }

  #layerOf({ scope }: Failure): BudgetLayer | undefined {
    const { budgets = [] } = this.#report.value ?? {};
    return budgets.find(({ kind }) => kind === scope?.toLowerCase()) ?? tightestBudget(budgets);
  }
}
