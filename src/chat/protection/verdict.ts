import type { Finding } from "../../dlp/find/finding.ts";
import type { DlpMode } from "../../shared/guarded/protection.ts";
import type { Decision } from "./decisions.ts";
import type { RequestPlace } from "./requestTexts.ts";

/** `tell` sends and reports the value, `refuse` sends nothing. */
export type Verdict = "pass" | "tell" | "mask" | "remove" | "refuse";

const byDecision: Readonly<Record<Decision, Verdict>> = {
  allow: "pass",
  mask: "mask",
  remove: "remove",
};

/**
 * A person's decision wins. Otherwise `mask` masks everything, and `warn` and `block` refuse while a certain value is
 * undecided. While an answer calls tools the person cannot be asked: in `warn`, results are sent and reported, and
 * the model's own text passes.
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
