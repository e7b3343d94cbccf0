import type { Usage } from "../shared/conversation.ts";
import type { Failure } from "../shared/failure.ts";
import type { LeftValues } from "../shared/leftValues.ts";

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
  /** The result of a tool; follows the assistant message that called it. */
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

/** One request, independent of both chat formats; `encodeRequest` makes the wire form. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatRequestMessage[];
  readonly tools?: readonly ChatTool[];
  readonly maxOutputTokens?: number;
  /**
   * Further requests will begin with this whole one: a provider that wants to be told may keep it for them. Only the
   * Anthropic format has a word for that; others do it unasked.
   */
  readonly isContinued?: boolean;
}

/** One complete, parsed tool call. It is handed out only after the answer ended in order. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /**
   * The arguments as the model wrote them, shortened, if they are no JSON object: the call must fail, and `arguments`
   * is empty.
   */
  readonly unreadable?: string;
}

/** The events of one answer, in order. `finished` comes once, last, and only if the hub reported the end. */
export type StreamEvent =
  | { readonly kind: "responseStarted"; readonly model?: string; readonly requestId?: string }
  | { readonly kind: "textDelta"; readonly text: string }
  | { readonly kind: "reasoningDelta"; readonly text: string }
  | { readonly kind: "toolCall"; readonly call: ToolCall }
  | ({ readonly kind: "usage" } & Usage)
  | { readonly kind: "notice"; readonly failure: Failure }
  | { readonly kind: "finished"; readonly reason: string };

/** The agent's run that a request belongs to. */
export interface RunOptions {
  readonly id: string;
  /** `X-Hub-Run-Limit`: `2.00`, `500000 tokens`, or `4.00; was=2.00` after the person raised it. */
  readonly limit: string;
  /** Called with each answer: what the hub says is left of the cap; undefined if it does not hold it. */
  readonly onAnswer: (remaining: string | undefined) => void;
}

/** What the hub sent last: nothing at all, the head of its answer, a sign of life, or content. */
export type LastSent = "nothing" | "head" | "life" | "content";

export interface WaitingInfo {
  /** Milliseconds without anything of the answer. */
  readonly sinceMs: number;
  readonly last?: LastSent;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  readonly run?: RunOptions;
  /** The app under which the hub counts the request; that of the client without it. */
  readonly app?: string;
  /** The conversation that the answer belongs to; never sent. */
  readonly conversationId?: string;
  /** Names one send of the person, so that a hub can tell a repeated request from a new one. */
  readonly idempotencyKey?: string;
  /**
   * Whether a tool only writes to this machine: its arguments get the real values of masked ones inside addresses, too,
   * where they would otherwise be sent away with a link.
   */
  readonly isLocalTool?: (tool: string) => boolean;
  /** A failed request is repeated after `delayMs`; `attempt` is the number of the next request, from 2. */
  readonly onRetry?: (info: {
    readonly attempt: number;
    readonly delayMs: number;
    readonly failure: Failure;
  }) => void;
  /** A request with sensitive values, in it or masked, is about to be sent. */
  readonly onValuesLeft?: (left: LeftValues) => void;
  /** Called in a silence when it is worth a word, and once more when the person should be offered to end it. */
  readonly onWaiting?: (info: WaitingInfo) => void;
}
