import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { PendingApproval, WriteProposal } from "../../shared/conversation/tool.ts";
import { type ApprovalDecision, PendingDecisions } from "./pendingDecisions.ts";

/** The result of a click. Only `done` changes anything. */
export type DecisionOutcome = "done" | "gone" | "tooEarly" | "wrongWord" | "notAcknowledged";

export interface DecisionRequest {
  readonly conversationId: string;
  readonly id: string;
  readonly approve: boolean;
  /** The typed name of a production environment. */
  readonly word?: string | undefined;
  readonly acknowledged?: boolean | undefined;
}

const expiryMs = 10 * 60_000;

export class Approvals implements Disposable {
  readonly #cards: PendingDecisions<PendingApproval>;

  /** Reports the conversation id. */
  readonly onDidChange: PendingDecisions<PendingApproval>["onDidChange"];

  /** Ids from `newId` must be unguessable. */
  constructor(clock: Clock, newId: () => string) {
    this.#cards = new PendingDecisions(clock, newId, expiryMs);
    this.onDidChange = this.#cards.onDidChange;
  }

  /** Resolves with the decision, or when the card expires or is withdrawn. */
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

  /** One decision per approval; for a second click it is `gone`. */
  decide({ word, acknowledged, ...decision }: DecisionRequest): DecisionOutcome {
    return this.#cards.decide(decision, ({ proposal }) => {
      const { isProduction, name } = proposal.environment;
      if (isProduction && plain(word ?? "") !== plain(name)) {
        return "wrongWord";
      }
      return proposal.acknowledgement && acknowledged !== true ? "notAcknowledged" : undefined;
    });
  }

  /** The kill switch. */
  withdrawAll(): void {
    this.#cards.withdrawAll();
  }

  dispose(): void {
    this.#cards.dispose();
  }
}

/** Ignores case and outer spaces. */
function plain(text: string): string {
  return text.trim().toLowerCase();
}
