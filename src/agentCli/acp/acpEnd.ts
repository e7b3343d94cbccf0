import type { PromptResponse } from "@agentclientprotocol/sdk";

import type { RunEnd } from "../../agent/run/cards/agentEvents.ts";
import { capMoreText, type CapPause, capPauseText } from "../../agent/run/runCap.ts";
import { checkWords } from "../run/terminal.ts";

/**
 * Adds information that the answer lacks. The person raises a cap by a message, not by an answer to
 * `session/request_permission`: many editors answer that by themselves, so it would be no cap.
 */
export function endNotice(
  { outcome, pause, reason, checks }: RunEnd,
  cap: CapPause | undefined,
): string | undefined {
  if (cap) {
    const more = capMoreText(cap);
    const next =
      more === undefined
        ? "The hub's policy allows no more for one run. A message begins a new run."
        : `Send any message to allow ${more}.`;
    return `${capPauseText(cap)}. What was done stays. ${next}`;
  }
  switch (pause) {
    case "steps":
    case "budget":
      return "Paused. Any message lets it go on.";
    case "loop":
      return `Paused: it goes in circles. ${reason ?? ""}`.trim();
    default:
      if (outcome === "failed" || outcome === "budget") {
        return `Ended: ${reason ?? outcome}`;
      }
      return checks && `The run ended: ${checkWords[checks]}.`;
  }
}

export function endResponse(end: RunEnd, more: object): PromptResponse {
  const { outcome, steps, cost, files, checks, isApproximate = false } = end;
  return {
    stopReason: stopReason(end),
    _meta: {
      "ai-hub": { outcome, steps, cost, isApproximate, files, ...(checks && { checks }), ...more },
    },
  };
}

function stopReason({ outcome, pause }: RunEnd): PromptResponse["stopReason"] {
  if (outcome === "stopped") {
    return "cancelled";
  }
  return pause === undefined ? "end_turn" : "max_turn_requests";
}
