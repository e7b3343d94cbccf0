import type { TokenUsage } from "../../store/records.ts";

export type BlockHead =
  | { readonly kind: "text" }
  | { readonly kind: "refusal" }
  | { readonly kind: "thinking" }
  | { readonly kind: "redactedThinking"; readonly data: string }
  | {
      readonly kind: "toolCall";
      readonly id: string;
      readonly name: string;
      /** A Responses call that is no function's. */
      readonly form?: "custom" | "localShell";
      readonly namespace?: string;
    };

/** `pause`: the model expects another request to continue. */
export type FinishReason = "stop" | "stopSequence" | "length" | "toolCalls" | "refusal" | "pause";

export interface StreamError {
  readonly message: string;
  /** Of the same error before the answer begins. */
  readonly status: number;
}

/** Block indexes only grow. Deltas of several open blocks may be mixed. */
export type AnswerEvent =
  | { readonly kind: "start"; readonly id: string; readonly model: string }
  | { readonly kind: "blockStart"; readonly index: number; readonly block: BlockHead }
  /** JSON of the arguments for a tool call. */
  | { readonly kind: "delta"; readonly index: number; readonly text: string }
  /** Verifies a thinking block that is sent back. */
  | { readonly kind: "signature"; readonly index: number; readonly signature: string }
  | { readonly kind: "blockEnd"; readonly index: number }
  | {
      readonly kind: "usage";
      readonly usage: TokenUsage;
      /** Part of the output tokens. */
      readonly reasoningTokens?: number;
    }
  | {
      readonly kind: "finish";
      readonly reason: FinishReason;
      /** The upstream's reason, if `FinishReason` has no equivalent. */
      readonly native?: string;
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
