import { capPause } from "../../../agent/run/runCap.ts";
import type { OpenConversation } from "../../../chat/conversations.ts";
import type { AgentState } from "../../../shared/calls/agentCalls.ts";
import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";
import type { Failure } from "../../../shared/failures/failure.ts";

type PauseTerms = Parameters<typeof capPause>[1];
type Run = NonNullable<AgentState["run"]>;

/**
 * The state with the run at the end of the conversation, where this window did not see it pause: a crash or a closed
 * window interrupted it, or it paused before a reload. It goes on if the person wants. `left` is the answer of a paused
 * run that the person does not want to go on.
 */
export function withPaused(
  state: AgentState,
  { conversation, turn }: Pick<OpenConversation["session"], "conversation" | "turn">,
  terms: PauseTerms,
  left?: string,
): AgentState {
  const leaf = conversation.messages.find(({ id }) => id === conversation.leafId);
  const isPaused =
    state.mode !== "ask" &&
    !state.run &&
    leaf?.id !== left &&
    turn.state === "idle" &&
    leaf?.role === "assistant" &&
    (leaf.state === "incomplete" || leaf.state === "failed") &&
    leaf.parts.some(({ kind }) => kind === "toolCall");
  return isPaused ? { ...state, run: pausedRun(leaf, terms) } : state;
}

function pausedRun(answer: AssistantMessage, terms: PauseTerms): Run {
  const { parts, usage, failure } = answer;
  const pause = pauseOf(answer);
  const step = parts.reduce((most, part) => (part.kind === "toolCall" ? part.step : most), 0);
  const why = pause === "budget" || pause === "steps" ? { pause } : {};
  const cap = capPause({ ...why, steps: step, ...(failure && { failure }) }, terms);
  return {
    state: "paused",
    ...(pause && { pause }),
    ...(cap && { cap }),
    step,
    maxSteps: terms.maxSteps,
    doing: { kind: "person" },
    cost: usage?.cost ?? "0",
    isApproximate: true,
    files: 0,
    isTainted: false,
  };
}

function pauseOf({ failure }: AssistantMessage): Run["pause"] {
  switch (failure?.kind) {
    case undefined:
    case "truncated":
      return "interrupted";
    case "run_budget":
      return "budget";
    case "paused":
      return failure.pause ?? "failed";
    default:
      return failedPause(failure);
  }
}

/** Why a run that failed is paused; undefined if no request failed but this machine, which the answer explains. */
export function failedPause(failure: Failure | undefined): "failed" | undefined {
  return failure?.kind === "storage" || failure?.kind === "folder_gone" ? undefined : "failed";
}
