import type { Usage } from "../shared/conversation.ts";
import type { Failure } from "../shared/failure.ts";

export type ChatContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mimeType: string; readonly base64: string };

export type ChatRequestMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: string | readonly ChatContentPart[] }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
    }
  /** What a tool answered; follows the assistant message that called it. */
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly content: string;
      readonly isError?: boolean;
    };

/** A function that the model may call. */
export interface ChatTool {
  /** `[a-zA-Z0-9_-]{1,64}`, which both chat formats take. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** One request in neither format: the wire form is made where it is sent. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatRequestMessage[];
  readonly tools?: readonly ChatTool[];
  readonly maxOutputTokens?: number;
}

/** A call of a tool, whole and parsed; only ever told of after the answer ended in order. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What an answer tells, in the order it comes. `finished` is told once and last, only if the hub said so. */
export type StreamEvent =
  | { readonly kind: "responseStarted"; readonly model?: string; readonly requestId?: string }
  | { readonly kind: "textDelta"; readonly text: string }
  | { readonly kind: "reasoningDelta"; readonly text: string }
  | { readonly kind: "toolCall"; readonly call: ToolCall }
  | ({ readonly kind: "usage" } & Usage)
  | { readonly kind: "notice"; readonly failure: Failure }
  | { readonly kind: "finished"; readonly reason: string };

export interface StreamOptions {
  readonly signal: AbortSignal;
  /** Whose answer it is; stays on this machine. */
  readonly conversationId?: string;
  /** Names one send of the person, so that a hub can tell a repeated request from a new one. */
  readonly idempotencyKey?: string;
  /** A failed try is repeated after `delayMs`; `attempt` is the number of the next one, from 2. */
  readonly onRetry?: (info: {
    readonly attempt: number;
    readonly delayMs: number;
    readonly failure: Failure;
  }) => void;
  /** Nothing of the answer has come for `sinceMs`; told once per silence. */
  readonly onWaiting?: (info: { readonly sinceMs: number }) => void;
}
