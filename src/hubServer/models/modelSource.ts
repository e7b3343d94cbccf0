import type { HubResponse } from "../http/message.ts";
import type { TokenUsage } from "../store/records.ts";
import type { ChatCall } from "./chatCall.ts";
import type { EmbeddingCall } from "./embeddingCall.ts";
import type { ModelInfo } from "./modelInfo.ts";

/** What a model tells of its answer while it gives it. */
export interface AnswerTap {
  /** Counts text of the answer; false once a stream must be cut after it. */
  readonly add: (text: string) => boolean;
  readonly report: (usage: TokenUsage) => void;
  /** The stream was cut, and ended in order. */
  readonly cut: () => void;
  /** The answer broke off, though its client was told in order. */
  readonly fail: () => void;
}

/** What a model needs to know of the request beside the conversation. */
export interface CallContext {
  readonly requestId: string;
  /** Aborted when the client has left: nothing may go on working for it. */
  readonly signal: AbortSignal;
  readonly tap: AnswerTap;
}

/** Answers a chat request in its format. Throws an `ApiError` if it cannot begin to. */
export type RunChat = (call: ChatCall, context: CallContext) => Promise<HubResponse>;

export interface Model {
  /** Absent for a model that does not chat, as `embed` is for one that does not embed. */
  readonly chat?: RunChat;
  readonly embed?: (call: EmbeddingCall, context: CallContext) => Promise<HubResponse>;
  /** A model of our own: what it takes is what we estimate, and never more. */
  readonly isEstimated?: boolean;
  /** Counts the tokens of a messages request; absent where the hub can do no better than estimate. */
  readonly count?: RunChat;
}

/** Where models come from: an upstream, or what is built in. */
export interface ModelSource {
  /** Names the source where two have a model of the same id: `name/id`. */
  readonly name: string;
  /** What it offers now. A source that cannot be asked offers nothing; it does not throw. */
  readonly list: () => Promise<readonly ModelInfo[]>;
  /**
   * One of its models by its own id; undefined if it has no such model. With `mayBeUnlisted` a source whose
   * list cannot be had takes any id: its upstream will know.
   */
  readonly find: (id: string, mayBeUnlisted: boolean) => Promise<Model | undefined>;
}
