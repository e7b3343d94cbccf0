import type { Caller } from "../auth/caller.ts";
import type { HeldBody } from "../formats/heldBody.ts";
import type { ApiFormat, TokenUsage } from "../store/records.ts";
import type { CompletionOffers } from "../store/store.ts";
import type { TextCount } from "../values/tokenCount.ts";
import type { Arriving } from "./arrivals.ts";
import type { RunWish } from "./runCap.ts";

/** A billable request of any format, after its shape was checked, before anything goes upstream. */
export interface BillableCall {
  readonly caller: Caller;
  readonly format: ApiFormat;
  readonly requestId: string;
  readonly sessionId?: string;
  /** The agent's run that the request belongs to, whose cap it counts for. */
  readonly run?: RunWish;
  /** The header `X-Hub-App`, unchanged. */
  readonly app: string | undefined;
  /** The client's name for the model. */
  readonly model: string;
  /** The parsed body. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Values sent on exactly as written, beside the fields: inspected, and never masked. */
  readonly asWritten?: Readonly<Record<string, unknown>>;
  /** A large body, which another thread reads; `fields` are then its small fields. */
  readonly held?: HeldBody;
  /** The client's limit; undefined if there is none, 0 for embeddings. */
  readonly maxOutputTokens: number | undefined;
  /** Estimated tokens of the whole input. */
  readonly inputTokens: number;
  /** Upper bound of the input tokens, which budgets reserve. */
  readonly mostInputTokens: number;
  readonly hasTools: boolean;
  readonly hasImages: boolean;
  /** A client's report about its earlier completions. */
  readonly offers?: CompletionOffers;
}

/**
 * Governance of every billable route: policy, data protection, budgets and rates, in this order,
 * with one result. `admit` rejects with an `ApiError` that gives the reason, or with a `StoreError`
 * while the store does not answer; every admission must be settled, whatever happens.
 */
export interface Governance {
  /**
   * Call before a billable request's body is read: counts it for the requests at once of its token.
   * Rejects with an `ApiError` (429) or a `StoreError`.
   */
  readonly arrive: (request: Arriving) => Promise<void>;
  /** Call when the handler of a request that arrived has ended; an admitted one ends with its meter. */
  readonly handled: (requestId: string) => Promise<void>;
  readonly admit: (call: BillableCall) => Promise<Admission>;
  /** Whether the caller's profile may use the model. */
  readonly allowsModel: (caller: Caller, model: string) => Promise<boolean>;
}

export interface Admission {
  /**
   * The body to send on: the call's own object unless data was masked or a parameter forced or
   * capped.
   */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The large body to send on. */
  readonly held?: HeldBody;
  /**
   * Each answer is cut after this many tokens; infinite if they are neither counted nor limited.
   */
  readonly outputTokens: number;
  /** Headers for the answer: rate limits, budget, findings. */
  readonly headers: Readonly<Record<string, string>>;
  readonly meter: Meter;
}

/**
 * Follows one answer. `addOutput` and `report` are synchronous, as a stream would wait for them.
 */
export interface Meter {
  /**
   * Counts text of the answer (also reasoning and tool arguments); false if the answer must be cut.
   */
  readonly addOutput: (text: string) => boolean;
  /** Counts a whole answer's text that another thread has read. */
  readonly addCounted: (count: TextCount) => void;
  /** Takes the upstream's usage report; the last report counts. */
  readonly report: (usage: TokenUsage) => void;
  /** The answer can never be known: without a report, all that was granted counts. */
  readonly assumeAll: () => void;
  /**
   * Ends the request, once: later calls change nothing. Resolves with the cost when it is written.
   * A `complete` answer with a report is billed by the report; any other by the larger of report
   * and count.
   */
  readonly settle: (
    outcome: "complete" | "cut" | "client_abort" | "failed",
    status: number,
  ) => Promise<{ readonly cost: string; readonly usage: TokenUsage }>;
}
