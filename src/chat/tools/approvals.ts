import type { Clock } from "../../shared/clock.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { Disposable } from "../../shared/lifecycle.ts";
import type { PendingApproval, WriteProposal } from "../../shared/tool.ts";

/** `withdrawn`: the answer was stopped, or all writes were. */
export type ApprovalDecision = "approved" | "rejected" | "expired" | "withdrawn";

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

interface Waiting {
  readonly conversationId: string;
  readonly approval: PendingApproval;
  readonly settle: (decision: ApprovalDecision) => void;
}

/** Time after a card appears during which clicks do not approve it: they were meant for something else. */
const armingMs = 500;
const expiryMs = 10 * 60_000;

/**
 * The writes that wait for approval. They are held in this process's memory only, so that no file and no other
 * window can approve anything.
 */
export class Approvals implements Disposable {
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #waiting = new Map<string, Waiting>();
  readonly #didChange = new Emitter<string>();

  /** Reports the conversation whose approvals changed. */
  readonly onDidChange = this.#didChange.event;

  /** `newId` must return ids that cannot be guessed. */
  constructor(clock: Clock, newId: () => string) {
    this.#clock = clock;
    this.#newId = newId;
  }

  /** Resolves with the person's decision, or when a decision is no longer possible. */
  ask(
    { conversationId, callId }: { readonly conversationId: string; readonly callId: string },
    proposal: WriteProposal,
    signal: AbortSignal,
  ): Promise<ApprovalDecision> {
    if (signal.aborted) {
      return Promise.resolve("withdrawn");
    }
    const now = this.#clock.now();
    const id = this.#newId();
    const approval = {
      id,
      callId,
      proposal,
      armedAt: now + armingMs,
      expiresAt: now + expiryMs,
    };
    return new Promise((resolve) => {
      const cancelTimer = this.#clock.startTimer(() => settle("expired"), expiryMs);
      const withdraw = (): void => settle("withdrawn");
      const settle = (decision: ApprovalDecision): void => {
        if (!this.#waiting.delete(id)) {
          return;
        }
        cancelTimer();
        signal.removeEventListener("abort", withdraw);
        resolve(decision);
        this.#didChange.fire(conversationId);
      };
      this.#waiting.set(id, { conversationId, approval, settle });
      signal.addEventListener("abort", withdraw);
      this.#didChange.fire(conversationId);
    });
  }

  pending(conversationId: string): readonly PendingApproval[] {
    return [...this.#waiting.values()]
      .filter((waiting) => waiting.conversationId === conversationId)
      .map(({ approval }) => approval);
  }

  /** Each approval takes one decision; for a second click it is gone. */
  decide({ conversationId, id, approve, word, acknowledged }: DecisionRequest): DecisionOutcome {
    const waiting = this.#waiting.get(id);
    const now = this.#clock.now();
    if (waiting?.conversationId !== conversationId) {
      return "gone";
    }
    const { armedAt, expiresAt, proposal } = waiting.approval;
    if (now >= expiresAt) {
      waiting.settle("expired");
      return "gone";
    }
    if (!approve) {
      waiting.settle("rejected");
      return "done";
    }
    if (now < armedAt) {
      return "tooEarly";
    }
    const { isProduction, name } = proposal.environment;
    if (isProduction && plain(word ?? "") !== plain(name)) {
      return "wrongWord";
    }
    if (proposal.acknowledgement && acknowledged !== true) {
      return "notAcknowledged";
    }
    waiting.settle("approved");
    return "done";
  }

  /** The kill switch: withdraws everything that waits. */
  withdrawAll(): void {
    // A copy: a listener may lead to a new card, which must stay.
    const waiting = [...this.#waiting.values()];
    for (const { settle } of waiting) {
      settle("withdrawn");
    }
  }

  dispose(): void {
    this.withdrawAll();
    this.#didChange.dispose();
  }
}

/** Ignores case and outer spaces of a typed environment name. */
function plain(text: string): string {
  return text.trim().toLowerCase();
}
