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
  /** The header `X-Hub-App`, unchanged. */
  readonly app: string | undefined;
  readonly model: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Values sent unchanged beside the fields: inspected, never masked. */
  readonly asWritten?: Readonly<Record<string, unknown>>;
  /** A large body, read by another thread; `fields` then contains only its small fields. */
  readonly held?: HeldBody;
  /** Undefined without a client's limit; 0 for embeddings. */
  readonly maxOutputTokens: number | undefined;
  readonly inputTokens: number;
  /** Upper bound of the input tokens, reserved in budgets. */
  readonly mostInputTokens: number;
  /** True if the request asks for cache entries that are kept for an hour. */
  readonly cachesHour?: boolean;
  readonly hasTools: boolean;
  readonly hasImages: boolean;
  readonly offers?: CompletionOffers;
}

/**
 * Checks every billable request in this order: policy, data protection, budgets and rates. `admit`
 * rejects with an `ApiError`, or with a `StoreError` while the store fails. Every admission must be
 * settled.
 */
export interface Governance {
  /**
   * Call before reading a billable request's body: counts the token's parallel requests. Rejects
   * with an `ApiError` (429) or a `StoreError`.
   */
  readonly arrive: (request: Arriving) => Promise<void>;
  /** Call when the handler of an arrived request has ended; the meter ends an admitted request. */
  readonly handled: (requestId: string) => Promise<void>;
  readonly admit: (call: BillableCall) => Promise<Admission>;
  readonly allowsModel: (caller: Caller, model: string) => Promise<boolean>;
}

export interface Admission {
  /** The call's own object unless data was masked or a parameter forced or capped. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly held?: HeldBody;
  /** Limit per answer; infinite if tokens are neither counted nor limited. */
  readonly outputTokens: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly meter: Meter;
  /**
   * Call before the request goes to a further server. If the failed attempt cost something, or the
   * next one is dearer than what is reserved, the failed attempt is settled by itself and the next
   * one reserves anew; else this admission goes on. Rejects as `admit` does.
   */
  readonly attempt: (next: NextAttempt) => Promise<Attempt>;
}

export type Attempt = Pick<Admission, "outputTokens" | "meter" | "attempt">;

export interface NextAttempt {
  /** The server's own price; undefined: the model's. */
  readonly price: Price | undefined;
  /** Status of the failed attempt. */
  readonly failedStatus: number;
}

export interface Settled {
  readonly cost: string;
  /** Money that the prompt cache saved; absent if it saved nothing. */
  readonly saved?: string;
  readonly usage: TokenUsage;
}

/** Follows one answer. `addOutput` and `report` are synchronous so that a stream need not wait. */
export interface Meter {
  /** Counts answer text, reasoning and tool arguments included; false if the answer must be cut. */
  readonly addOutput: (text: string) => boolean;
  /** Counts a whole answer's text that another thread has read. */
  readonly addCounted: (count: TextCount) => void;
  /** The upstream's usage; the last report counts. */
  readonly report: (usage: TokenUsage) => void;
  /** For an answer that cannot be read: without a report, the whole grant counts. */
  readonly assumeAll: () => void;
  /** For a failed answer on which the server worked: without a report, the estimated input counts. */
  readonly assumeInput: () => void;
  /** Price of the server that is asked, instead of the model's. */
  readonly costsAt: (price: Price | undefined) => void;
  /** True if a failure now would cost something. */
  readonly hasCost: boolean;
  /**
   * Ends the request; later calls have no effect. Resolves with the cost when it is written. A
   * `complete` answer with a report is billed by the report, any other by the larger of report and
   * count.
   */
  readonly settle: (
    outcome: "complete" | "cut" | "client_abort" | "failed",
    status: number,
  ) => Promise<Settled>;
}
