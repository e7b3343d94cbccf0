import type { FimForm } from "../../shared/hubApi/fimForms.ts";
import type { AnswerHead } from "../formats/base/answerWriter.ts";
import type { ToolNames } from "../formats/base/sentTool.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import type { HubResponse } from "../http/message.ts";
import type { Price, TokenUsage } from "../store/records.ts";
import type { TextCount } from "../values/tokenCount.ts";
import type { ChatCall } from "./chatCall.ts";
import type { CompletionCall } from "./completionCall.ts";
import type { EmbeddingCall } from "./embeddingCall.ts";
import type { ModelInfo } from "./modelInfo.ts";

export interface AnswerTap {
  /** Counts answer text; false if a stream must be cut after it. */
  readonly add: (text: string) => boolean;
  /** Counts a whole answer's text that another thread has read. */
  readonly addCounted: (count: TextCount) => void;
  readonly report: (usage: TokenUsage) => void;
  /** The stream was cut and ended properly. */
  readonly cut: () => void;
  /** The upstream has the request, but its answer cannot be read. */
  readonly lost: () => void;
  /** The answer broke off, although its client got a proper end or error. */
  readonly fail: () => void;
}

export interface ModelRoute {
  readonly name: string;
  readonly chat: RunChat;
  /** Share of the requests; 0 for a route that is only a fallback. */
  readonly weight: number;
  /** If absent, the model's. */
  readonly price?: Price;
}

/** Accounting of a call's attempts at several servers. */
export interface Attempts {
  /**
   * Call before each attempt, with the status of the failed one before it. Resolves with the output
   * tokens that remain granted; rejects with an `ApiError` if a cap has no room for the attempt.
   */
  readonly begin: (price: Price | undefined, failedStatus?: number) => Promise<number>;
  /** The server worked on the attempt that failed: its estimated input counts. */
  readonly worked: () => void;
}

export type FillForm = Exclude<FimForm, "chat">;

export interface CallContext {
  readonly requestId: string;
  /**
   * Aborted when all work for the call must stop. A stream stops when its client disconnects; a
   * whole answer, already paid for, stops some time later.
   */
  readonly signal: AbortSignal;
  readonly tap: AnswerTap;
  readonly attempts?: Attempts;
  /** Names the conversation, or the agent's run: its requests go to the same server. */
  readonly conversation?: string;
  /** A model server begins an answer, which it then charges for. */
  readonly onBegin?: () => void;
  /** The caller itself starts the stream's head if the answer is late. */
  readonly beginsLater?: boolean;
  /** Counts answer bytes in memory; throws an `ApiError` if they do not fit. */
  readonly hold?: (bytes: number) => void;
  /** Reads a large answer in another thread; absent if all are read here. */
  readonly readElsewhere?: ReadWhole;
}

export interface WholeOrder {
  /** `usage`: an embeddings answer, of which only the usage is read. */
  readonly upstreamFormat: ChatFormat | "usage";
  readonly format: ChatFormat;
  /** Form in which the answer is rewritten for the client. */
  readonly writes: "nothing" | "whole" | "stream";
  readonly wantsUsage: boolean;
  readonly head: AnswerHead;
  readonly toolNames: ToolNames;
}

export interface WholeReading {
  /** False if it is no answer of the format. */
  readonly isAnswer: boolean;
  readonly text: TextCount;
  readonly usages: readonly TokenUsage[];
  readonly hasFailed: boolean;
  /** The answer in the call's format, if it was rewritten. */
  readonly body?: Uint8Array;
}

/** Rejects with an `ApiError` if the answer cannot be read in time. */
export type ReadWhole = (bytes: Uint8Array, order: WholeOrder) => Promise<WholeReading>;

/** Answers in the call's format. Throws an `ApiError` if the answer cannot begin. */
export type RunChat = (call: ChatCall, context: CallContext) => Promise<HubResponse>;

export interface Model {
  /** Absent for a model that cannot chat; `embed` likewise. */
  readonly chat?: RunChat;
  readonly embed?: (call: EmbeddingCall, context: CallContext) => Promise<HubResponse>;
  /** Fill-in-the-middle; absent for a model that is asked by chat instead. */
  readonly complete?: (call: CompletionCall, context: CallContext) => Promise<HubResponse>;
  /** `complete` with the form named by the model's record. */
  readonly fill?: (
    form: FillForm,
    call: CompletionCall,
    context: CallContext,
  ) => Promise<HubResponse>;
  /** A built-in model: its input is exactly our estimate. */
  readonly isEstimated?: boolean;
  /** Context size in tokens, as its source lists it; no request exceeds it. */
  readonly contextLength?: number;
  /** Counts the tokens of a messages request; if absent, the hub estimates. */
  readonly count?: RunChat;
}

export interface ModelSource {
  /** For `name/id` where two sources have the same id. */
  readonly name: string;
  /** Empty for a source that does not answer; never throws. */
  readonly list: () => Promise<readonly ModelInfo[]>;
  /**
   * A model by the source's own id; undefined if unknown. With `mayBeUnlisted`, a source without an
   * available list accepts any id: its upstream decides.
   */
  readonly find: (id: string, mayBeUnlisted: boolean) => Promise<Model | undefined>;
}
