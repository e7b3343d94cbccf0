import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { PendingApproval, WriteProposal } from "../../shared/conversation/tool.ts";
import { type ApprovalDecision, PendingDecisions } from "./pendingDecisions.ts";

/** Only `done` changes anything. */
export type DecisionOutcome = "done" | "gone" | "tooEarly" | "wrongWord" | "notAcknowledged";

export interface DecisionRequest {
  readonly conversationId: string;
  readonly id: string;
  readonly approve: boolean;
  readonly word?: string | undefined;
  readonly acknowledged?: boolean | undefined;
}

const expiryMs = 10 * 60_000;

export class Approvals implements Disposable {
  readonly #cards: PendingDecisions<PendingApproval>;

  readonly onDidChange: PendingDecisions<PendingApproval>["onDidChange"];

  constructor(clock: Clock, newId: () => string) {
    this.#cards = new PendingDecisions(clock, newId, expiryMs);
    this.onDidChange = this.#cards.onDidChange;
  }

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

  decide({ word, acknowledged, ...decision }: DecisionRequest): DecisionOutcome {
    return this.#cards.decide(decision, ({ proposal }) => {
      const { isProduction, name } = proposal.environment;
      if (isProduction && plain(word ?? "") !== plain(name)) {
        return "wrongWord";
      }
      return proposal.acknowledgement && acknowledged !== true ? "notAcknowledged" : undefined;
    });
  }

  withdrawAll(): void {
    this.#cards.withdrawAll();
  }

  dispose(): void {
    this.#cards.dispose();
  }
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
