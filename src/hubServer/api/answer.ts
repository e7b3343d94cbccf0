/** One piece of an answer of a built-in model, in the order it is sent. The last is `finish`. */
export type AnswerEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string }
  | {
      readonly kind: "toolCall";
      readonly index: number;
      readonly id: string;
      readonly name: string;
      /** JSON. */
      readonly arguments: string;
    }
  | {
      readonly kind: "finish";
      readonly reason: "stop" | "length" | "tool_calls" | "content_filter";
    };

export type Answer = AsyncIterable<AnswerEvent>;

/** Tokens of a text, estimated: the built-in models have no vocabulary of their own. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
