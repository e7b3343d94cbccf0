import type { Clock } from "../../shared/clock.ts";

/** A chat request as far as built-in models look at it; parsed and bounded before they see it. */
export interface BuiltinRequest {
  readonly model: string;
  readonly messages: readonly BuiltinMessage[];
  readonly stream: boolean;
  /** Whether a stream should end with a chunk of usage. */
  readonly includeUsage: boolean;
  readonly tools: readonly BuiltinTool[];
}

export interface BuiltinMessage {
  readonly role: string;
  /** All text parts of the content, joined. */
  readonly text: string;
  readonly toolCalls: readonly BuiltinToolCall[];
  readonly toolCallId: string | undefined;
}

export interface BuiltinTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, as it was sent. */
  readonly parameters: unknown;
}

export interface BuiltinToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** A piece of an answer that is to be sent in the form of the route, with usage counted for it. */
export type AnswerPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string }
  | { readonly kind: "toolCall"; readonly call: BuiltinToolCall }
  | {
      readonly kind: "finish";
      readonly reason: "stop" | "length" | "tool_calls" | "content_filter";
    };

/** What an answer needs of the world. */
export interface AnswerContext {
  readonly clock: Clock;
  /** Resolves after `ms`; rejects when the client has gone. */
  readonly wait: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly newId: () => string;
}

/** A model that lives in the hub. `respond` takes over the whole HTTP response, for faults that no answer has. */
export interface BuiltinModel {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Tokens. */
  readonly contextLength: number;
  readonly maxOutputTokens: number;
  readonly supportsTools: boolean;
  readonly supportsReasoning: boolean;
  answer?(request: BuiltinRequest, context: AnswerContext): AsyncIterable<AnswerPart>;
  respond?(request: BuiltinRequest, context: AnswerContext): Promise<RawResponse>;
}

/** A response as it goes to the wire. A body that throws `CutConnection` has its socket destroyed. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<string | Uint8Array>;
}

/** Thrown by the body of a `RawResponse` to end it without an end. */
export class CutConnection extends Error {
  override readonly name = "CutConnection";
}
