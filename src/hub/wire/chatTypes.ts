import type { Usage } from "../../shared/conversation/conversation.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { LeftValues } from "../../shared/guarded/leftValues.ts";

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
  /** Follows the assistant message with the call. */
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly content: string;
      readonly isError?: boolean;
    };

export interface ChatTool {
  /** `[a-zA-Z0-9_-]{1,64}`, valid in both chat formats. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Independent of chat formats; `encodeRequest` makes the wire form. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatRequestMessage[];
  readonly tools?: readonly ChatTool[];
  readonly maxOutputTokens?: number;
  /**
   * Later requests will start with this whole request, so the provider may cache it. Only the
   * Anthropic format has a mark for this.
   */
  readonly isContinued?: boolean;
}

/** A complete call, from an answer that ended normally. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /**
   * The model's arguments, shortened, if they are not a JSON object: the call must fail, and
   * `arguments` is empty.
   */
  readonly unreadable?: string;
}

/** In order. `finished` comes once, last, and only if the hub reported the end. */
export type StreamEvent =
  | { readonly kind: "responseStarted"; readonly model?: string; readonly requestId?: string }
  | { readonly kind: "textDelta"; readonly text: string }
  | { readonly kind: "reasoningDelta"; readonly text: string }
  | { readonly kind: "toolCall"; readonly call: ToolCall }
  | ({ readonly kind: "usage" } & Usage)
  | { readonly kind: "notice"; readonly failure: Failure }
  | { readonly kind: "finished"; readonly reason: string };

export interface RunOptions {
  readonly id: string;
  /** `X-Hub-Run-Limit`: `2.00`, `500000 tokens`, or `4.00; was=2.00` after the person raised it. */
  readonly limit: string;
  /** Called per answer with the rest of the cap; undefined if the hub does not enforce it. */
  readonly onAnswer: (remaining: string | undefined) => void;
}

/** The hub's last sign: nothing, headers, a comment, or content. */
export type LastSent = "nothing" | "head" | "life" | "content";

export interface WaitingInfo {
  /** Time without any part of the answer. */
  readonly sinceMs: number;
  readonly last?: LastSent;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  readonly run?: RunOptions;
  /** The app that the hub counts; default: the client's. */
  readonly app?: string;
  /** Never sent. */
  readonly conversationId?: string;
  /** One key per send of the person: the hub recognises repeated requests. */
  readonly idempotencyKey?: string;
  /**
   * True if a tool only writes to this machine. Its arguments then get real values also inside
   * addresses; for other tools a link could leak them.
   */
  readonly isLocalTool?: (tool: string) => boolean;
  /** Before a repetition; `attempt` is the next request's number, from 2. */
  readonly onRetry?: (info: {
    readonly attempt: number;
    readonly delayMs: number;
    readonly failure: Failure;
  }) => void;
  /** Before a request with sensitive values, plain or masked. */
  readonly onValuesLeft?: (left: LeftValues) => void;
  /**
   * Called when a silence should be shown, and again when the person should be offered to end it.
   */
  readonly onWaiting?: (info: WaitingInfo) => void;
}
