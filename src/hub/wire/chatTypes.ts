import type { Usage } from "../../shared/conversation/conversation.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { PlacedKind } from "../../shared/guarded/dataProtection.ts";
import type { LeftValues } from "../../shared/guarded/leftValues.ts";
import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";

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
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly content: string;
      readonly isError?: boolean;
    };

export interface ChatTool {
  /** `[a-zA-Z0-9_-]{1,64}`, for both chat formats. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatRequestMessage[];
  readonly tools?: readonly ChatTool[];
  readonly maxOutputTokens?: number;
  /** Later requests will start with this whole request, so the provider may cache it. */
  readonly isContinued?: boolean;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Arguments that are not a JSON object, so the call must fail. */
  readonly unreadable?: string;
  /** Kinds of the values that the arguments have in place of placeholders. */
  readonly restored?: readonly FoundKind[];
}

/**
 * Where the arguments of a tool go. `local`: only to files of this machine. `shown`: a card shows them to the person
 * if they have private values. `away`: possibly to others.
 */
export type ToolPlace = "local" | "shown" | "away";

/** `finished` comes last, and only if the hub reported the end. */
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
  /** The cap: `2.00`, `500000 tokens`, or `4.00; was=2.00` after the person raised it. */
  readonly limit: string;
  /** `remaining`: undefined if the hub does not enforce the cap. */
  readonly onAnswer: (remaining: string | undefined) => void;
}

/** A tool call that still arrives; `json` is the beginning of its arguments. */
export interface CallPiece {
  readonly name: string;
  readonly json: string;
}

export type LastSent = "nothing" | "head" | "life" | "content";

export interface WaitingInfo {
  readonly sinceMs: number;
  readonly last?: LastSent;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  readonly run?: RunOptions;
  readonly app?: string;
  /** The model in house that answered before in the conversation; the hub then uses no other model. */
  readonly routedTo?: string | undefined;
  /** Certain values that the request has only as placeholders, or no longer has. */
  readonly hidden?: readonly PlacedKind[];
  readonly conversationId?: string;
  /** One key per send: the hub recognises repeated requests. */
  readonly idempotencyKey?: string;
  /**
   * Absent: `away`. Secrets are restored only for tools that are not `away`, and values inside addresses only for
   * `local` ones: with another tool a link could leak them.
   */
  readonly toolPlace?: (tool: string) => ToolPlace;
  /** True if the answer becomes a title or a commit message: placeholders of secrets stay in it. */
  readonly secretsStay?: boolean;
  /** `attempt`: the next request's number, from 2. */
  readonly onRetry?: (info: {
    readonly attempt: number;
    readonly delayMs: number;
    readonly failure: Failure;
  }) => void;
  readonly onValuesLeft?: (left: LeftValues) => void;
  /** Called to show a silence, and again to offer to end it. */
  readonly onWaiting?: (info: WaitingInfo) => void;
  /** Called as a call's arguments grow. Values are still masked. */
  readonly onCallPiece?: (piece: CallPiece) => void;
}
