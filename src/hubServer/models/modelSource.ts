import type { HubResponse } from "../http/message.ts";
import type { TokenUsage } from "../store/records.ts";
import type { ChatCall } from "./chatCall.ts";
import type { EmbeddingCall } from "./embeddingCall.ts";
import type { ModelInfo } from "./modelInfo.ts";

/** Receives a model's reports on its answer while it runs. */
export interface AnswerTap {
  /** Counts text of the answer; false if a stream must be cut after it. */
  readonly add: (text: string) => boolean;
  readonly report: (usage: TokenUsage) => void;
  /** Reports that the stream was cut, and ended properly. */
  readonly cut: () => void;
  /** Reports that the answer broke off, though its client got a proper end or error. */
  readonly fail: () => void;
}

/** The parts of the request beside the conversation that a model needs. */
export interface CallContext {
  readonly requestId: string;
  /** Aborted when the client has disconnected: all work for it must stop. */
  readonly signal: AbortSignal;
  readonly tap: AnswerTap;
}

/** Answers a chat request in its format. Throws an `ApiError` if the answer cannot begin. */
export type RunChat = (call: ChatCall, context: CallContext) => Promise<HubResponse>;

export interface Model {
  /** Absent for a model that does not chat, as `embed` is for one that does not embed. */
  readonly chat?: RunChat;
  readonly embed?: (call: EmbeddingCall, context: CallContext) => Promise<HubResponse>;
  /** A built-in model: its input is exactly our estimate. */
  readonly isEstimated?: boolean;
  /** Counts the tokens of a messages request; if absent, the hub estimates them. */
  readonly count?: RunChat;
}

/** A source of models: an upstream, or the built-in models. */
export interface ModelSource {
  /** Name of the source, for `name/id` where two sources have the same id. */
  readonly name: string;
  /** The models on offer now. A source that does not answer offers none; it does not throw. */
  readonly list: () => Promise<readonly ModelInfo[]>;
  /**
   * One of its models by its own id; undefined if it has no such model. With `mayBeUnlisted` a
   * source whose list is unavailable accepts any id: its upstream then decides.
   */
  readonly find: (id: string, mayBeUnlisted: boolean) => Promise<Model | undefined>;
}
