import type { Caller } from "../auth/caller.ts";
import type { HeldBody } from "../formats/heldBody.ts";
import type { ApiFormat, TokenUsage } from "../store/records.ts";

/** One billable request, whatever its format, after its shape was checked and before anything goes upstream. */
export interface BillableCall {
  readonly caller: Caller;
  readonly format: ApiFormat;
  readonly requestId: string;
  readonly sessionId?: string;
  /** The header `X-Hub-App` as it came. */
  readonly app: string | undefined;
  /** As the client named it. */
  readonly model: string;
  /** The parsed body. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What goes on as it is written, beside the fields: inspected, and never masked. */
  readonly asWritten?: Readonly<Record<string, unknown>>;
  /** A large body, which is read in another thread; `fields` are its small ones. */
  readonly held?: HeldBody;
  /** What the client set, or undefined; 0 for embeddings. */
  readonly maxOutputTokens: number | undefined;
  /** Estimated tokens of everything that goes in. */
  readonly inputTokens: number;
  /** Tokens that the input is never over: what budgets reserve. */
  readonly mostInputTokens: number;
  readonly hasTools: boolean;
  readonly hasImages: boolean;
}

/**
 * Governance of every billable route: policy, data protection, budgets and rates, in this order, one answer.
 * `admit` rejects with an `ApiError` that says why not, or with a `StoreError` while the store does not answer;
 * what it admits must be settled, whatever happens.
 */
export interface Governance {
  readonly admit: (call: BillableCall) => Promise<Admission>;
  /** Whether the caller's profile may use the model. */
  readonly allowsModel: (caller: Caller, model: string) => Promise<boolean>;
}

export interface Admission {
  /** The body to send on: the very object of the call unless data was masked or a parameter forced or capped. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Of a large body, as it is to be sent on. */
  readonly held?: HeldBody;
  /** The answer, or each of several, is cut after this many tokens; infinite where nothing counts or limits them. */
  readonly outputTokens: number;
  /** For the answer: rate limits, budget, findings. */
  readonly headers: Readonly<Record<string, string>>;
  readonly meter: Meter;
}

/** Follows one answer. Synchronous where it stands in a stream's way. */
export interface Meter {
  /** Counts text of the answer (also reasoning and tool arguments); false once the answer must be cut. */
  readonly addOutput: (text: string) => boolean;
  /** What the upstream reported; the last report counts. */
  readonly report: (usage: TokenUsage) => void;
  /**
   * Ends it, once: later calls change nothing. Resolves with the cost when it is written. `complete` with a
   * report is billed by the report, everything else by the larger of report and count.
   */
  readonly settle: (
    outcome: "complete" | "cut" | "client_abort" | "failed",
    status: number,
  ) => Promise<{ readonly cost: string; readonly usage: TokenUsage }>;
}
