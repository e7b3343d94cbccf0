import type { Caller } from "../../auth/caller.ts";
import type { HeldBody } from "../../formats/heldBody.ts";
import type { ApiFormat, Price, TokenUsage } from "../../store/records.ts";
import type { CompletionOffers } from "../../store/store.ts";
import type { TextCount } from "../../values/tokenCount.ts";
import type { Arriving } from "./arrivals.ts";
import type { RunWish } from "./runCap.ts";

export interface BillableCall {
  readonly caller: Caller;
  readonly format: ApiFormat;
  readonly requestId: string;
  readonly sessionId?: string;
  readonly run?: RunWish;
  /** `X-Hub-App`. */
  readonly app: string | undefined;
  readonly model: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Values sent unchanged beside the fields: inspected, never masked. */
  readonly asWritten?: Readonly<Record<string, unknown>>;
  /** A large body, read by another thread; `fields` then has only its small fields. */
  readonly held?: HeldBody;
  /** Undefined without a client's limit; 0 for embeddings. */
  readonly maxOutputTokens: number | undefined;
  readonly inputTokens: number;
  readonly mostInputTokens: number;
  /** The request asks for cache entries that last an hour. */
  readonly cachesHour?: boolean;
  readonly hasTools: boolean;
  readonly hasImages: boolean;
  readonly offers?: CompletionOffers;
}

/**
 * Checks every billable request: policy, data protection, then budgets and rates. Rejects with an `ApiError` or a
 * `StoreError`. Every admission must be settled.
 */
export interface Governance {
  /** Call before reading a billable request's body: counts the token's parallel requests. */
  readonly arrive: (request: Arriving) => Promise<void>;
  /** Call when the handler of an arrived request has ended; the meter ends an admitted request. */
  readonly handled: (requestId: string) => Promise<void>;
  readonly admit: (call: BillableCall) => Promise<Admission>;
  readonly allowsModel: (caller: Caller, model: string) => Promise<boolean>;
}

export interface Admission {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly held?: HeldBody;
  /** Per answer; infinite if tokens are neither counted nor limited. */
  readonly outputTokens: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly meter: Meter;
  /**
   * Call before the request goes to a further server. If the failed attempt cost something, or the next is dearer, the
   * failed attempt is settled and the next reserves anew.
   */
  readonly attempt: (next: NextAttempt) => Promise<Attempt>;
}

export type Attempt = Pick<Admission, "outputTokens" | "meter" | "attempt">;

export interface NextAttempt {
  /** Undefined: the model's price. */
  readonly price: Price | undefined;
  readonly failedStatus: number;
}

export interface Settled {
  readonly cost: string;
  /** Money that the prompt cache saved; absent if none. */
  readonly saved?: string;
  readonly usage: TokenUsage;
}

/** Follows one answer; `addOutput` and `report` are synchronous so that a stream need not wait. */
export interface Meter {
  /** Counts all text, reasoning and tool arguments included; false if the answer must be cut. */
  readonly addOutput: (text: string) => boolean;
  /** For a whole answer that another thread has read. */
  readonly addCounted: (count: TextCount) => void;
  /** The last report counts. */
  readonly report: (usage: TokenUsage) => void;
  /** For an unreadable answer: without a report, the whole grant counts. */
  readonly assumeAll: () => void;
  /** For a failed answer: without a report, the estimated input counts. */
  readonly assumeInput: () => void;
  /** Replaces the model's price. */
  readonly costsAt: (price: Price | undefined) => void;
  readonly hasCost: boolean;
  /**
   * Later calls have no effect. Resolves with the cost when it is written. A `complete` answer with a report is billed
   * by it, any other by the larger of report and count.
   */
  readonly settle: (
    outcome: "complete" | "cut" | "client_abort" | "failed",
    status: number,
  ) => Promise<Settled>;
}
