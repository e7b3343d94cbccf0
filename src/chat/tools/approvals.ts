import type { Clock } from "../../shared/clock.ts";
import type { Disposable } from "../../shared/lifecycle.ts";
import type { PendingApproval, WriteProposal } from "../../shared/tool.ts";
import { type ApprovalDecision, PendingDecisions } from "./pendingDecisions.ts";

/** The result of a click. Only `done` changes anything. */
export type DecisionOutcome = "done" | "gone" | "tooEarly" | "wrongWord" | "notAcknowledged";

export interface DecisionRequest {
  readonly conversationId: string;
  readonly id: string;
  readonly approve: boolean;
  /** The environment's name as the person typed it, for production. */
  readonly word?: string | undefined;
  readonly acknowledged?: boolean | undefined;
}

const expiryMs = 10 * 60_000;

/** The writes to the seller portal that wait for approval. */
export class Approvals implements Disposable {
  readonly #cards: PendingDecisions<PendingApproval>;

  /** Reports the conversation whose approvals changed. */
  readonly onDidChange: PendingDecisions<PendingApproval>["onDidChange"];

  /** `newId` must return ids that cannot be guessed. */
  constructor(clock: Clock, newId: () => string) {
    this.#cards = new PendingDecisions(clock, newId, expiryMs);
    this.onDidChange = this.#cards.onDidChange;
  }

  /** Resolves with the person's decision, or when a decision is no longer possible. */
  ask(
    { conversationId, callId }: { readonly conversationId: string; readonly callId: string },
    proposal: WriteProposal,
    signal: AbortSignal,
  ): Promise<ApprovalDecision> {
    return this.#cards.ask(conversationId, (head) => ({ ...head, callId, proposal }), signal);
  }

  pending(conversationId: string): readonly PendingApproval[] {
    return this.#cards.pending(conversationId);
  }

  /** Each approval takes one decision; for a second click it is gone. */
  decide({ word, acknowledged, ...decision }: DecisionRequest): DecisionOutcome {
    return this.#cards.decide(decision, ({ proposal }) => {
      const { isProduction, name } = proposal.environment;
      if (isProduction && plain(word ?? "") !== plain(name)) {
        return "wrongWord";
      }
      return proposal.acknowledgement && acknowledged !== true ? "notAcknowledged" : undefined;
    });
  }

  /** The kill switch: withdraws everything that waits. */
  withdrawAll(): void {
    this.#cards.withdrawAll();
  }

  dispose(): void {
    this.#cards.dispose();
  }
}

/** Ignores case and outer spaces of a typed environment name. */
function plain(text: string): string {
  return text.trim().toLowerCase();
}
