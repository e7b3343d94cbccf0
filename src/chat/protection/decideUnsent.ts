import type { SensitiveChoices } from "../../shared/calls/protectionCalls.ts";
import type { Decision } from "./decisions.ts";
import { type ReportDeps, type ReportSource, sensitiveReport } from "./sensitiveReport.ts";

/**
 * Keeps what was decided about single values of a text that was not sent yet, and `decision` about the others: to
 * mask is also about what is only possible, which would otherwise leave as it is.
 */
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
