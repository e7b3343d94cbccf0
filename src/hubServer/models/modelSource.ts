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
  /** False if the stream must be cut. */
  readonly add: (text: string) => boolean;
  readonly addCounted: (count: TextCount) => void;
  /** Reports a block of reasoning, or of text or a tool call. */
  readonly blockBegan: (isReasoning: boolean) => void;
  readonly report: (usage: TokenUsage) => void;
  /** Reports the answer's end; some upstreams send the usage after it. */
  readonly finish: () => void;
  readonly cut: () => void;
  /** Reports that the upstream has the request, but its answer cannot be read. */
  readonly lost: () => void;
  /** Reports that the answer broke off, even if the client got a proper end. */
  readonly fail: () => void;
}

export interface ModelRoute {
  readonly name: string;
  readonly chat: RunChat;
  readonly weight: number;
  readonly price?: Price;
}

export interface Attempts {
  /**
   * Call before each attempt. Resolves with the output tokens still granted; rejects with an `ApiError` if a cap has no
   * room.
   */
  readonly begin: (price: Price | undefined, failedStatus?: number) => Promise<number>;
  /** Counts the estimated input of a failed attempt. */
  readonly worked: () => void;
}

export type FillForm = Exclude<FimForm, "chat">;

export interface CallContext {
  readonly requestId: string;
  /** Aborts all work. A whole answer, already paid for, stops some time after its client disconnects. */
  readonly signal: AbortSignal;
  readonly tap: AnswerTap;
  readonly attempts?: Attempts;
  /** Requests of one conversation go to the same server. */
  readonly conversation?: string;
  readonly onBegin?: () => void;
  readonly beginsLater?: boolean;
  /** Throws an `ApiError` if the answers in memory leave no room. */
  readonly hold?: (bytes: number) => void;
  readonly readElsewhere?: ReadWhole;
}

export interface WholeOrder {
  /** The format of the answer to meter. `usage`: embeddings, of whose answer only the usage is read. */
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
  readonly body?: Uint8Array;
}

export type ReadWhole = (bytes: Uint8Array, order: WholeOrder) => Promise<WholeReading>;

/** Throws an `ApiError` if the answer cannot begin. */
export type RunChat = (call: ChatCall, context: CallContext) => Promise<HubResponse>;

export interface Model {
  readonly chat?: RunChat;
  readonly embed?: (call: EmbeddingCall, context: CallContext) => Promise<HubResponse>;
  /** Absent if the model can only be asked by chat. */
  readonly complete?: (call: CompletionCall, context: CallContext) => Promise<HubResponse>;
  readonly fill?: (
    form: FillForm,
    call: CompletionCall,
    context: CallContext,
  ) => Promise<HubResponse>;
  /** True if the reported input is only our estimate. */
  readonly isEstimated?: boolean;
  readonly contextLength?: number;
  readonly count?: RunChat;
  /** True if this program itself is the model. */
  readonly isBuiltIn?: boolean;
}

/** The name of the source of built-in models. */
export const builtInSource = "hub";

export interface ModelSource {
  readonly name: string;
  /** The models' list. Never throws. */
  readonly list: () => Promise<readonly ModelInfo[]>;
  /** With `mayBeUnlisted`, a source without a list accepts any id. */
  readonly find: (id: string, mayBeUnlisted: boolean) => Promise<Model | undefined>;
}
