import type { ChatRequest, StreamEvent, StreamOptions } from "../hub/chatTypes.ts";
import type { ChatEvent, ToolCallPart, ToolCallState } from "../shared/conversation.ts";

/** Changes of an answer's tool calls; the hub does not report these. */
export type ToolEvent =
  | { readonly kind: "toolCallStarted"; readonly part: ToolCallPart; readonly isWrite: boolean }
  | {
      readonly kind: "toolCallMoved";
      readonly callId: string;
      readonly state: ToolCallState;
      /** The result that the model gets. */
      readonly result?: string;
    };

/** All events of one answer, in order. */
export type AnswerEvent = StreamEvent | ToolEvent;

export interface AnswerOptions extends StreamOptions {
  /** The answer in the conversation. */
  readonly messageId: string;
  /** The message that it answers. */
  readonly questionId: string;
  /** The answer before that message. */
  readonly previousId?: string | undefined;
  /** Resolves when all events that were taken so far would survive a crash of this process; else it rejects. */
  readonly stored: () => Promise<void>;
}

/** Streams one answer, including its tool calls. The hub's own stream also fits; it has no calls. */
export type StreamAnswer = (
  request: ChatRequest,
  options: AnswerOptions,
) => AsyncIterable<AnswerEvent>;

/** The event of a tool call as an event of the conversation. */
export function toolChatEvent(messageId: string, event: ToolEvent): ChatEvent {
  if (event.kind === "toolCallStarted") {
    return { kind: "toolCallAdded", messageId, part: event.part };
  }
  const { callId, state, result } = event;
  return {
    kind: "toolCallChanged",
    messageId,
    callId,
    state,
    ...(result !== undefined && { result }),
  };
}
