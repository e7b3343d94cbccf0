import type { OpenConversation } from "../../chat/conversations.ts";
import type { AgentState } from "../../shared/calls/agentCalls.ts";
import type { AssistantMessage } from "../../shared/conversation.ts";

type Run = NonNullable<AgentState["run"]>;

/**
 * The state with the run at the end of the conversation, where this window did not see it pause: a crash or a closed
 * window interrupted it, or it paused before a reload. It goes on if the person wants.
 */
export function withPaused(
  state: AgentState,
  { conversation, turn }: Pick<OpenConversation["session"], "conversation" | "turn">,
  maxSteps: number,
): AgentState {
  const leaf = conversation.messages.find(({ id }) => id === conversation.leafId);
  const isPaused =
    state.mode !== "ask" &&
    !state.run &&
    turn.state === "idle" &&
    leaf?.role === "assistant" &&
    (leaf.state === "incomplete" || leaf.state === "failed") &&
    leaf.parts.some(({ kind }) => kind === "toolCall");
  return isPaused ? { ...state, run: pausedRun(leaf, maxSteps) } : state;
}

function pausedRun(answer: AssistantMessage, maxSteps: number): Run {
  const { parts, usage } = answer;
  return {
    state: "paused",
    pause: pauseOf(answer),
    step: parts.reduce((most, part) => (part.kind === "toolCall" ? part.step : most), 0),
    maxSteps,
    doing: { kind: "person" },
    cost: usage?.cost ?? "0",
    isApproximate: true,
    files: 0,
    isTainted: false,
  };
}

function pauseOf({ failure }: AssistantMessage): NonNullable<Run["pause"]> {
  switch (failure?.kind) {
    case undefined:
    case "truncated":
      return "interrupted";
    case "run_budget":
      return "budget";
    case "paused":
      return failure.pause ?? "failed";
    default:
      return "failed";
  }
}
