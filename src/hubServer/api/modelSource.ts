import type { HubResponse } from "../http/message.ts";
import type { ChatRequest } from "./chatRequest.ts";
import type { ModelInfo } from "./modelInfo.ts";

/** What a model needs to know of the request beside the conversation. */
export interface CallContext {
  readonly requestId: string;
  /** Aborted when the client has left: nothing may go on working for it. */
  readonly signal: AbortSignal;
}

/** Answers a chat request for the model it names. Throws an `ApiError` if it cannot begin to. */
export type RunChat = (request: ChatRequest, context: CallContext) => Promise<HubResponse>;

/** Where models come from: an upstream, or what is built in. */
export interface ModelSource {
  /** Names the source where two have a model of the same id: `name/id`. */
  readonly name: string;
  /** What it offers now. A source that cannot be asked offers nothing; it does not throw. */
  readonly list: () => Promise<readonly ModelInfo[]>;
  /**
   * How to run one of its models by its own id; undefined if it has no such model. With `mayBeUnlisted` a
   * source whose list cannot be had takes any id: its upstream will know.
   */
  readonly find: (id: string, mayBeUnlisted: boolean) => Promise<RunChat | undefined>;
}
