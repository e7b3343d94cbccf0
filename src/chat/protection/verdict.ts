import type { Finding } from "../../dlp/finding.ts";
import type { DlpMode } from "../../shared/protection.ts";
import type { Decision } from "./decisions.ts";
import type { RequestPlace } from "./requestTexts.ts";

/** What is done about one finding: `tell` lets it go and says so, `refuse` lets nothing go. */
export type Verdict = "pass" | "tell" | "mask" | "remove" | "refuse";

const byDecision: Readonly<Record<Decision, Verdict>> = {
  allow: "pass",
  mask: "mask",
  remove: "remove",
};

/**
 * A person's decision comes first. Otherwise `mask` masks everything, and `warn` and `block` wait for a
 * decision about what is certain. While an answer calls tools nobody can be asked: in `warn` their results go
 * on and it is told; what the model itself wrote is no news to it.
 */
export function verdictOn(
  { certainty }: Finding,
  place: RequestPlace,
  { mode, decision }: { readonly mode: DlpMode; readonly decision: Decision | undefined },
): Verdict {
  if (decision !== undefined) {
    return byDecision[decision];
  }
  switch (mode) {
    case "off":
      return "pass";
    case "mask":
      return "mask";
    case "block":
      return certainty === "certain" ? "refuse" : "pass";
    case "warn":
      return certainty === "certain" ? warned(place) : "pass";
    default:
      return mode satisfies never;
  }
}

function warned(place: RequestPlace): Verdict {
  switch (place) {
    case "toolResult":
      return "tell";
    case "answer":
    case "toolCall":
    case "tool":
      return "pass";
    case "instructions":
    case "message":
      return "refuse";
    default:
      return place satisfies never;
  }
}
