import type { ChatRequest, StreamEvent, StreamOptions } from "../hub/chatTypes.ts";
import type { ChatEvent, ToolCallPart, ToolCallState } from "../shared/conversation.ts";

/** What happens to the calls of an answer, besides what the hub tells. */
export type ToolEvent =
  | { readonly kind: "toolCallStarted"; readonly part: ToolCallPart; readonly isWrite: boolean }
  | {
      readonly kind: "toolCallMoved";
      readonly callId: string;
      readonly state: ToolCallState;
      /** What the model is told. */
      readonly result?: string;
    };

/** All that an answer tells, in the order it comes. */
export type AnswerEvent = StreamEvent | ToolEvent;

/** One answer, with the calls of tools that it takes. The hub's own stream is one without any. */
export type StreamAnswer = (
  request: ChatRequest,
  options: StreamOptions,
) => AsyncIterable<AnswerEvent>;

/** The same as something that happens to a conversation. */
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
