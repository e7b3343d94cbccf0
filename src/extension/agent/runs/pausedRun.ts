import { capPause } from "../../../agent/run/runCap.ts";
import type { OpenConversation } from "../../../chat/conversations.ts";
import type { AgentState } from "../../../shared/calls/agentCalls.ts";
import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";
import type { Failure } from "../../../shared/failures/failure.ts";

type PauseTerms = Parameters<typeof capPause>[1];
type Run = NonNullable<AgentState["run"]>;

/**
 * Adds a resumable run that this window did not see pause: after a crash, a closed window or a reload. `left` is an
 * answer that the person chose not to resume.
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

/** Undefined if the failure came from this machine, not from a request; the answer explains it. */
export function failedPause(failure: Failure | undefined): "failed" | undefined {
  return failure?.kind === "storage" || failure?.kind === "folder_gone" ? undefined : "failed";
}
