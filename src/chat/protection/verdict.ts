import type { Finding } from "../../dlp/finding.ts";
import type { DlpMode } from "../../shared/protection.ts";
import type { Decision } from "./decisions.ts";
import type { RequestPlace } from "./requestTexts.ts";

/** The action for a finding: `tell` sends it and reports it, `refuse` sends nothing. */
export type Verdict = "pass" | "tell" | "mask" | "remove" | "refuse";

const byDecision: Readonly<Record<Decision, Verdict>> = {
  allow: "pass",
  mask: "mask",
  remove: "remove",
};

/**
 * A person's decision comes first. Otherwise `mask` masks everything, and `warn` and `block` refuse
 * until there is a decision on a certain value. Nobody can be asked while an answer calls tools: in
 * `warn`, tool results are sent and reported; text that the model wrote itself passes.
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
