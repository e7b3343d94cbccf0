import type { DlpRules } from "../../../dlp/dlpRules.ts";
import type { FieldFinding } from "../../../dlp/scanRequest.ts";
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
  readonly app: string | undefined;
  readonly userAgent?: string | undefined;
  readonly model: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Fields that are sent unchanged, so they are inspected but never masked. */
  readonly asWritten?: Readonly<Record<string, unknown>>;
  readonly held?: HeldBody;
  readonly maxOutputTokens: number | undefined;
  readonly inputTokens: number;
  readonly mostInputTokens: number;
  readonly cachesHour?: boolean;
  readonly hasTools: boolean;
  readonly hasImages: boolean;
  readonly offers?: CompletionOffers;
  /** True if an earlier answer of the conversation came from a model in house because of its content. */
  readonly staysInHouse: boolean;
  /** True if this model can serve the request on servers in house alone. */
  readonly servesInHouse: (model: string) => Promise<boolean>;
}

/** Rejects with an `ApiError` or a `StoreError`. Every admission must be settled. */
export interface Governance {
  /** Call before reading a billable request's body. */
  readonly arrive: (request: Arriving) => Promise<void>;
  /** Reports an answer that is read on without its client. `giveUp` is called if it has as many of them as parallel requests, or the hub ends. */
  readonly left: (requestId: string, giveUp: () => Promise<unknown>) => void;
  /** Call when the handler of an arrived request has ended. */
  readonly handled: (requestId: string) => Promise<void>;
  readonly admit: (call: BillableCall) => Promise<Admission>;
  readonly allowsModel: (caller: Caller, model: string) => Promise<boolean>;
}

export interface Admission {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly held?: HeldBody;
  /** The only model that may get the request, on its servers in house. */
  readonly inHouse?: string;
  /** Absent: the answer is passed on as it is. */
  readonly answers?: AnswerOrder;
  readonly outputTokens: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly meter: Meter;
  /**
   * Call before the request goes to a further server. Settles a failed attempt that cost something, or is followed by a
   * dearer server.
   */
  readonly attempt: (next: NextAttempt) => Promise<Attempt>;
}

/** What the profile asks for in answers. */
export interface AnswerOrder {
  readonly rules: DlpRules;
  /** Writes the counts to the audit. Never rejects. */
  readonly note: (findings: readonly FieldFinding[]) => Promise<void>;
}

export type Attempt = Pick<Admission, "outputTokens" | "meter" | "attempt">;

export interface NextAttempt {
  readonly price: Price | undefined;
  readonly failedStatus: number;
}

export interface Settled {
  readonly cost: string;
  readonly saved?: string;
  readonly usage: TokenUsage;
}

/** `addOutput` and `report` are synchronous so that a stream need not wait. */
export interface Meter {
  /** Includes reasoning and tool arguments. False if the answer must be cut. */
  readonly addOutput: (text: string) => boolean;
  readonly addCounted: (count: TextCount) => void;
  readonly blockBegan: (isReasoning: boolean) => void;
  readonly report: (usage: TokenUsage) => void;
  /** True if output costs money or tokens of a limit. */
  readonly isCounted: boolean;
  /** For an answer without a known end: the whole grant counts, unless a final usage was reported. */
  readonly assumeAll: (reported: "final" | "partial") => void;
  /** For a failed answer: without reported usage, the estimated input counts. */
  readonly assumeInput: () => void;
  /** Frees the request's place among its token's parallel requests, because its client has left. */
  readonly leavePlace: () => void;
  readonly costsAt: (price: Price | undefined) => void;
  readonly hasCost: boolean;
  /**
   * Later calls have no effect. An answer that `isComplete` and has a report is billed by the report, any other by the
   * larger of report and count. An answer that its client left also costs its hidden reasoning, by the model's pace.
   */
  readonly settle: (
    outcome: "complete" | "cut" | "client_abort" | "failed",
    status: number,
    isComplete?: boolean,
  ) => Promise<Settled>;
}
