import type { SensitiveChoices } from "../../shared/calls/protectionCalls.ts";
import type { Decision } from "./decisions.ts";
import { type ReportDeps, type ReportSource, sensitiveReport } from "./sensitiveReport.ts";

/** `mask` also covers possible values, which would otherwise be sent. */
export async function decideUnsent(
  sources: readonly ReportSource[],
  { decision, choices }: { readonly decision: Decision; readonly choices: SensitiveChoices },
  deps: ReportDeps,
): Promise<void> {
  const { decisions, conversationId } = deps;
  for (const choice of choices) {
    decisions.decide(conversationId, [choice.id], choice.decision);
  }
  const { undecidedIds, maskableIds } = await sensitiveReport(sources, deps);
  const others = decision === "mask" ? maskableIds : undecidedIds;
  decisions.decide(conversationId, [...others], decision);
}
