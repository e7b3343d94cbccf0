import type { ChatRequest, StreamEvent, StreamOptions } from "../hub/wire/chatTypes.ts";
import type {
  ChatEvent,
  ToolCallPart,
  ToolCallState,
} from "../shared/conversation/conversation.ts";
import type { EndedChecks } from "../shared/conversation/endedChecks.ts";

/** Changes of tool calls, which the hub does not report. */
export type ToolEvent =
  | { readonly kind: "toolCallStarted"; readonly part: ToolCallPart; readonly isWrite: boolean }
  | {
      readonly kind: "toolCallMoved";
      readonly callId: string;
      readonly state: ToolCallState;
      readonly result?: string;
    };

export type AnswerEvent =
  | StreamEvent
  | ToolEvent
  /** How the checks of a run ended; right before its end. */
  | { readonly kind: "checked"; readonly checks: EndedChecks };

export interface AnswerOptions extends StreamOptions {
  readonly messageId: string;
  readonly questionId: string;
  readonly previousId?: string | undefined;
  readonly stored: () => Promise<void>;
}

export type StreamAnswer = (
  request: ChatRequest,
  options: AnswerOptions,
) => AsyncIterable<AnswerEvent>;

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
