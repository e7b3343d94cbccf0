import type { PromptResponse } from "@agentclientprotocol/sdk";

import type { RunEnd } from "../agent/run/agentEvents.ts";

/** What the person should know of an end, if the answer does not say it. */
export function endNotice({ outcome, pause, reason, steps, cost }: RunEnd): string | undefined {
  const spent = Number(cost) > 0 ? `, cost ${cost}` : "";
  switch (pause) {
    case "steps":
      return `Paused after ${steps} steps${spent}. Any message lets it go on.`;
    case "budget":
      return `Paused: the cap of the run is used up${spent}. Any message lets it go on, with one more cap of that size.`;
    case "loop":
      return `Paused: it goes in circles. ${reason ?? ""}`.trim();
    default:
      return outcome === "failed" || outcome === "budget"
        ? `Ended: ${reason ?? outcome}`
        : undefined;
  }
}

/** The end of a run for the editor; `more` is what besides it a program may want to know. */
export function endResponse(end: RunEnd, more: object): PromptResponse {
  const { outcome, steps, cost, files, isApproximate = false } = end;
  return {
    stopReason: stopReason(end),
    _meta: { "ai-hub": { outcome, steps, cost, isApproximate, files, ...more } },
  };
}

function stopReason({ outcome, pause }: RunEnd): PromptResponse["stopReason"] {
  if (outcome === "stopped") {
    return "cancelled";
  }
  return pause === undefined ? "end_turn" : "max_turn_requests";
}
