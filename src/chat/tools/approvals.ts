import type { Clock } from "../../shared/clock.ts";
import { Emitter } from "../../shared/emitter.ts";
import type { Disposable } from "../../shared/lifecycle.ts";
import type { PendingApproval, WriteProposal } from "../../shared/tool.ts";

/** `withdrawn`: the answer was stopped, or all writes were. */
export type Decision = "approved" | "rejected" | "expired" | "withdrawn";

/** What became of a click; all but `done` leave things as they were. */
export type DecisionOutcome = "done" | "gone" | "tooEarly" | "wrongWord" | "notAcknowledged";

export interface DecisionRequest {
  readonly conversationId: string;
  readonly id: string;
  readonly approve: boolean;
  /** What the person typed, for production: the environment's name. */
  readonly word?: string | undefined;
  readonly acknowledged?: boolean | undefined;
}

interface Waiting {
  readonly conversationId: string;
  readonly approval: PendingApproval;
  readonly settle: (decision: Decision) => void;
}

/** A card that appears under the pointer is not approved by a click that was meant for something else. */
const armingMs = 500;
const expiryMs = 10 * 60_000;

/**
 * The writes that wait for a person, in this process's memory only: nothing of them is stored or restored,
 * so nothing that a file or another window says approves anything.
 */
export class Approvals implements Disposable {
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #waiting = new Map<string, Waiting>();
  readonly #didChange = new Emitter<string>();

  /** Tells the conversation whose approvals changed. */
  readonly onDidChange = this.#didChange.event;

  /** `newId` must not be guessable. */
  constructor(clock: Clock, newId: () => string) {
    this.#clock = clock;
    this.#newId = newId;
  }

  /** Resolves with the person's decision, or when it can no longer be one. */
  ask(
    { conversationId, callId }: { readonly conversationId: string; readonly callId: string },
    proposal: WriteProposal,
    signal: AbortSignal,
  ): Promise<Decision> {
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
      const settle = (decision: Decision): void => {
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

  /** Each approval takes one decision; a second click finds it gone. */
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

  /** The kill switch: nothing that waits is approved any more. */
  withdrawAll(): void {
    // Settling tells listeners, and one of them may lead to another card: that card is a new decision.
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

/** Case and outer spaces do not matter to who means the same environment. */
function plain(text: string): string {
  return text.trim().toLowerCase();
}
