import type { Clock } from "../../shared/base/clock.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";

/** `withdrawn`: the answer was stopped, or all decisions were withdrawn. */
export type ApprovalDecision = "approved" | "rejected" | "expired" | "withdrawn";

export interface CardHead {
  readonly id: string;
  /** The time from which clicks count; earlier clicks are slips. */
  readonly armedAt: number;
  readonly expiresAt: number;
}

interface Waiting<T> {
  readonly conversationId: string;
  readonly card: T;
  readonly settle: (decision: ApprovalDecision) => void;
}

const armingMs = 500;

/** Decisions of a person, only in this process's memory: no file and no other window can approve anything. */
export class PendingDecisions<T extends CardHead> implements Disposable {
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #expiryMs: number;
  readonly #waiting = new Map<string, Waiting<T>>();
  readonly #didChange = new Emitter<string>();

  readonly onDidChange = this.#didChange.event;

  /** Ids from `newId` must be unguessable. */
  constructor(clock: Clock, newId: () => string, expiryMs: number) {
    this.#clock = clock;
    this.#newId = newId;
    this.#expiryMs = expiryMs;
  }

  /** Resolves with the decision, or when the card expires or is withdrawn. */
  ask(
    conversationId: string,
    cardOf: (head: CardHead) => T,
    signal: AbortSignal,
  ): Promise<ApprovalDecision> {
    if (signal.aborted) {
      return Promise.resolve("withdrawn");
    }
    const now = this.#clock.now();
    const id = this.#newId();
    const card = cardOf({ id, armedAt: now + armingMs, expiresAt: now + this.#expiryMs });
    return new Promise((resolve) => {
      const cancelTimer = this.#clock.startTimer(() => settle("expired"), this.#expiryMs);
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
      this.#waiting.set(id, { conversationId, card, settle });
      signal.addEventListener("abort", withdraw);
      this.#didChange.fire(conversationId);
    });
  }

  pending(conversationId: string): readonly T[] {
    return [...this.#waiting.values()]
      .filter((waiting) => waiting.conversationId === conversationId)
      .map(({ card }) => card);
  }

  /** Decides a card; `gone` for a second click. `obstacle` returns the reason why the card cannot be approved yet. */
  decide<O extends string = never>(
    {
      conversationId,
      id,
      approve,
    }: { readonly conversationId: string; readonly id: string; readonly approve: boolean },
    obstacle?: (card: T) => O | undefined,
  ): "done" | "gone" | "tooEarly" | O {
    const waiting = this.#waiting.get(id);
    const now = this.#clock.now();
    if (waiting?.conversationId !== conversationId) {
      return "gone";
    }
    const { armedAt, expiresAt } = waiting.card;
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
    const missing = obstacle?.(waiting.card);
    if (missing !== undefined) {
      return missing;
    }
    waiting.settle("approved");
    return "done";
  }

  withdrawAll(): void {
    // A copy: a listener may add a new card, which must stay.
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
