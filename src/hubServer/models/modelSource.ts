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
  /** False if a stream must be cut. */
  readonly add: (text: string) => boolean;
  /** For a whole answer that another thread has read. */
  readonly addCounted: (count: TextCount) => void;
  readonly report: (usage: TokenUsage) => void;
  readonly cut: () => void;
  /** The upstream has the request, but its answer cannot be read. */
  readonly lost: () => void;
  /** The answer broke off, although its client got a proper end or error. */
  readonly fail: () => void;
}

export interface ModelRoute {
  readonly name: string;
  readonly chat: RunChat;
  /** 0 for a route that is only a fallback. */
  readonly weight: number;
  /** If absent, the model's. */
  readonly price?: Price;
}

export interface Attempts {
  /**
   * Call before each attempt. Resolves with the output tokens still granted; rejects with an `ApiError` if a cap has no
   * room.
   */
  readonly begin: (price: Price | undefined, failedStatus?: number) => Promise<number>;
  /** The estimated input of the failed attempt counts. */
  readonly worked: () => void;
}

export type FillForm = Exclude<FimForm, "chat">;

export interface CallContext {
  readonly requestId: string;
  /** A stream stops when its client disconnects; a whole answer, already paid for, some time later. */
  readonly signal: AbortSignal;
  readonly tap: AnswerTap;
  readonly attempts?: Attempts;
  /** Its requests go to the same server. */
  readonly conversation?: string;
  /** From here on a model server charges. */
  readonly onBegin?: () => void;
  /** The caller itself starts the stream's head if the answer is late. */
  readonly beginsLater?: boolean;
  /** Counts answer bytes in memory; throws an `ApiError` if they do not fit. */
  readonly hold?: (bytes: number) => void;
  /** Absent: answers are read here. */
  readonly readElsewhere?: ReadWhole;
}

export interface WholeOrder {
  /** `usage`: only the usage is read, of embeddings. */
  readonly upstreamFormat: ChatFormat | "usage";
  readonly format: ChatFormat;
  readonly writes: "nothing" | "whole" | "stream";
  readonly wantsUsage: boolean;
  readonly head: AnswerHead;
  readonly toolNames: ToolNames;
}

export interface WholeReading {
  readonly isAnswer: boolean;
  readonly text: TextCount;
  readonly usages: readonly TokenUsage[];
  readonly hasFailed: boolean;
  /** In the call's format, if it was rewritten. */
  readonly body?: Uint8Array;
}

/** Rejects with an `ApiError` if the answer cannot be read in time. */
export type ReadWhole = (bytes: Uint8Array, order: WholeOrder) => Promise<WholeReading>;

/** Throws an `ApiError` if the answer cannot begin. */
export type RunChat = (call: ChatCall, context: CallContext) => Promise<HubResponse>;

export interface Model {
  /** Absent for a model that cannot chat; `embed` likewise. */
  readonly chat?: RunChat;
  readonly embed?: (call: EmbeddingCall, context: CallContext) => Promise<HubResponse>;
  /** Absent for a model that is asked by chat instead. */
  readonly complete?: (call: CompletionCall, context: CallContext) => Promise<HubResponse>;
  /** In the form named by the model's record. */
  readonly fill?: (
    form: FillForm,
    call: CompletionCall,
    context: CallContext,
  ) => Promise<HubResponse>;
  /** Built-in: its input is exactly our estimate. */
  readonly isEstimated?: boolean;
  readonly contextLength?: number;
  /** If absent, the hub estimates. */
  readonly count?: RunChat;
}

export interface ModelSource {
  /** For `name/id` where two sources have the same id. */
  readonly name: string;
  /** Never throws; empty without an answer. */
  readonly list: () => Promise<readonly ModelInfo[]>;
  /** By the source's own id. With `mayBeUnlisted`, a source without a list accepts any id. */
  readonly find: (id: string, mayBeUnlisted: boolean) => Promise<Model | undefined>;
}
