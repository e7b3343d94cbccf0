import type { StreamEvent } from "../../hub/chatTypes.ts";
import type { ToolCallPart, ToolCallState } from "../../shared/conversation.ts";

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
