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
      readonly form?: "custom" | "localShell";
      readonly namespace?: string;
    };

/** `pause`: the model expects another request to continue. */
export type FinishReason = "stop" | "stopSequence" | "length" | "toolCalls" | "refusal" | "pause";

export interface StreamError {
  readonly message: string;
  readonly status: number;
}

/** Events of an answer. Indexes of blocks only grow, and several blocks may be open. */
export type AnswerEvent =
  | { readonly kind: "start"; readonly id: string; readonly model: string }
  | { readonly kind: "blockStart"; readonly index: number; readonly block: BlockHead }
  | { readonly kind: "delta"; readonly index: number; readonly text: string }
  | { readonly kind: "signature"; readonly index: number; readonly signature: string }
  | { readonly kind: "blockEnd"; readonly index: number }
  | {
      readonly kind: "usage";
      readonly usage: TokenUsage;
      readonly reasoningTokens?: number;
    }
  | {
      readonly kind: "finish";
      readonly reason: FinishReason;
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
