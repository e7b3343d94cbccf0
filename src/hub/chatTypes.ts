import type { Usage } from "../shared/conversation.ts";
import type { Failure } from "../shared/failure.ts";

export interface ChatRequestMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatRequestMessage[];
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
