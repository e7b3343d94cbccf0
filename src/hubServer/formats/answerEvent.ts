import type { TokenUsage } from "../store/records.ts";

/** What a block of an answer is, as far as it is known when it begins. */
export type BlockHead =
  | { readonly kind: "text" }
  | { readonly kind: "refusal" }
  | { readonly kind: "thinking" }
  /** Thoughts that only their provider can read. */
  | { readonly kind: "redactedThinking"; readonly data: string }
  | { readonly kind: "toolCall"; readonly id: string; readonly name: string };

/** Why an answer ended. `pause`: the model wants to be asked to go on. */
export type FinishReason = "stop" | "stopSequence" | "length" | "toolCalls" | "refusal" | "pause";

/** What went wrong in an answer that had begun. */
export interface StreamError {
  readonly message: string;
  /** The HTTP status that it would have been. */
  readonly status: number;
}

/**
 * An answer piece by piece, whatever format it comes from or goes to. Blocks are known by an index that only
 * grows and is never used twice; the pieces of several open blocks may be mixed.
 */
export type AnswerEvent =
  | { readonly kind: "start"; readonly id: string; readonly model: string }
  | { readonly kind: "blockStart"; readonly index: number; readonly block: BlockHead }
  /** More of a block's text; of a tool call, of the JSON of its arguments. */
  | { readonly kind: "delta"; readonly index: number; readonly text: string }
  /** Proves to its provider that a thought is its own. */
  | { readonly kind: "signature"; readonly index: number; readonly signature: string }
  | { readonly kind: "blockEnd"; readonly index: number }
  | { readonly kind: "usage"; readonly usage: TokenUsage }
  | {
      readonly kind: "finish";
      readonly reason: FinishReason;
      /** The upstream's own word, where it is none of these reasons. */
      readonly native?: string;
      /** The one that was met. */
      readonly stopSequence?: string;
    }
  | { readonly kind: "ping" }
  | { readonly kind: "error"; readonly error: StreamError };

export const noUsage: TokenUsage = {
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
};
