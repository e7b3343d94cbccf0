import type { AgentEvent, RunEnd } from "../../../agent/run/cards/agentEvents.ts";
import type { AgentTool } from "../../../agent/tools/base/agentTool.ts";
import type { AnswerEvent, AnswerOptions } from "../../../chat/toolEvents.ts";
import { HubError } from "../../../hub/errors/hubError.ts";
import type { ChatRequestMessage } from "../../../hub/wire/chatTypes.ts";

/** What the conversation's answer wants to hear of each request. */
export function streamOptions({
  conversationId,
  onRetry,
  onValuesLeft,
  onWaiting,
}: AnswerOptions): Partial<AnswerOptions> {
  return {
    ...(conversationId !== undefined && { conversationId }),
    ...(onRetry && { onRetry }),
    ...(onValuesLeft && { onValuesLeft }),
    ...(onWaiting && { onWaiting }),
  };
}

/**
 * A call, or its result, as a part of the answer. `earlierSteps` are those of the answers before. Undefined for other events:
 * the text comes in pieces by itself, and cards are asked by the run's `approve`.
 */
export function callEvent(
  event: AgentEvent,
  tools: readonly AgentTool[],
  earlierSteps: number,
): AnswerEvent | undefined {
  if (event.type === "result") {
    const { id: callId, state, text: result } = event;
    return { kind: "toolCallMoved", callId, state, result };
  }
  if (event.type !== "call") {
    return undefined;
  }
  const { id: callId, tool: name, args } = event;
  const isWrite = tools.find(({ definition }) => definition.name === name)?.isWrite ?? false;
  const step = earlierSteps + event.step;
  // It runs from `starting` on: others may be before it, and it may need a card.
  const part = { callId, step, name, arguments: JSON.stringify(args), state: "waiting" as const };
  return { kind: "toolCallStarted", part: { kind: "toolCall", ...part }, isWrite };
}

/** The end of the answer. Throws what makes it incomplete. */
export function finishedBy({ outcome, failure, pause }: RunEnd, signal: AbortSignal): AnswerEvent {
  if (outcome === "stopped" || signal.aborted) {
    throw new HubError({ kind: "cancelled" });
  }
  if (failure) {
    throw new HubError(failure);
  }
  if (pause || outcome === "failed") {
    throw new HubError({ kind: "paused", pause: pause ?? "failed" });
  }
  return { kind: "finished", reason: "stop" };
}

/** The run has a system text of its own. */
export function withoutSystem(
  messages: readonly ChatRequestMessage[],
): readonly ChatRequestMessage[] {
  return messages.filter(({ role }) => role !== "system");
}
