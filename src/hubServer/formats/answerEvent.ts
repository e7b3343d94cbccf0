import type { TokenUsage } from "../store/records.ts";

/** The kind of a block, and its fields that are known when the block begins. */
export type BlockHead =
  | { readonly kind: "text" }
  | { readonly kind: "refusal" }
  | { readonly kind: "thinking" }
  /** Thoughts that only their provider can decrypt. */
  | { readonly kind: "redactedThinking"; readonly data: string }
  | { readonly kind: "toolCall"; readonly id: string; readonly name: string };

/** Why an answer ended. `pause`: the model expects another request to continue. */
export type FinishReason = "stop" | "stopSequence" | "length" | "toolCalls" | "refusal" | "pause";

/** An error in an answer that had already begun. */
export interface StreamError {
  readonly message: string;
  /** The HTTP status the answer would have had if it had failed before it began. */
  readonly status: number;
}

/**
 * One event of an answer, independent of the format it was read from or is written in. Every block
 * has an index; indexes only grow and are never reused. Deltas of several open blocks may be mixed.
 */
export type AnswerEvent =
  | { readonly kind: "start"; readonly id: string; readonly model: string }
  | { readonly kind: "blockStart"; readonly index: number; readonly block: BlockHead }
  /** More text of a block. For a tool call: more JSON of its arguments. */
  | { readonly kind: "delta"; readonly index: number; readonly text: string }
  /** The provider's signature of a thinking block: it verifies the block when it is sent back. */
  | { readonly kind: "signature"; readonly index: number; readonly signature: string }
  | { readonly kind: "blockEnd"; readonly index: number }
  | { readonly kind: "usage"; readonly usage: TokenUsage }
  | {
      readonly kind: "finish";
      readonly reason: FinishReason;
      /** The upstream's own finish reason, if `FinishReason` has no equivalent. */
      readonly native?: string;
      /** The stop sequence that ended the answer. */
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
