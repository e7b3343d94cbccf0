import type { AgentEvent, RunEnd } from "../../../agent/run/cards/agentEvents.ts";
import type { AgentTool } from "../../../agent/tools/base/agentTool.ts";
import type { AnswerEvent, AnswerOptions } from "../../../chat/toolEvents.ts";
import { HubError } from "../../../hub/errors/hubError.ts";
import type { ChatRequestMessage } from "../../../hub/wire/chatTypes.ts";

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
 * A call or its result as a part of the answer. `earlierSteps` counts the steps of earlier answers. Undefined for other
 * events: text arrives in pieces, and `approve` shows the cards.
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
  const { id: callId, tool: name, args, check } = event;
  const isWrite = tools.find(({ definition }) => definition.name === name)?.isWrite ?? false;
  const step = earlierSteps + event.step;
  // It runs from `starting` on: other calls may run first, and it may need a card.
  const part = { callId, step, name, arguments: JSON.stringify(args), state: "waiting" as const };
  const marked = { ...part, ...(check && { check }) };
  return { kind: "toolCallStarted", part: { kind: "toolCall", ...marked }, isWrite };
}

/** Without the checks that the person wants, a run is not done. */
export function isUndone({ outcome, checks }: RunEnd): boolean {
  return outcome === "failed" || (outcome === "refused" && checks === "notRun");
}

export function checkedBy({ checks: state, unchecked: why }: RunEnd): AnswerEvent | undefined {
  return state && { kind: "checked", checks: { state, ...(why && { why }) } };
}

export function finishedBy(end: RunEnd, signal: AbortSignal): AnswerEvent {
  const { outcome, failure, pause } = end;
  if (outcome === "stopped" || signal.aborted) {
    throw new HubError({ kind: "cancelled" });
  }
  if (failure) {
    throw new HubError(failure);
  }
  if (pause || isUndone(end)) {
    throw new HubError({ kind: "paused", pause: pause ?? "failed" });
  }
  return { kind: "finished", reason: "stop" };
}

export function withoutSystem(
  messages: readonly ChatRequestMessage[],
): readonly ChatRequestMessage[] {
  return messages.filter(({ role }) => role !== "system");
}
