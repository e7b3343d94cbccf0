import type { BudgetState, ReserveResult } from "../../store/store.ts";
import { overBudget, rateLimited } from "../policy/denials.ts";
import { Refusal, refusalEvent, runShare } from "../policy/refusal.ts";
import type { Plan } from "./reservationPlan.ts";
import { runOverBudget, runStanding, type RunStanding } from "./runCap.ts";

export function budgetRefusal(plan: Plan, state: BudgetState): Refusal {
  const { subject, budgets, month, configuration, reservation } = plan;
  const claim = plan.runClaims.find(({ budgetId }) => budgetId === state.budgetId);
  const run = claim && runStanding(claim, [state]);
  if (run) {
    return runRefusal(plan, run);
  }
  const { budgetId, spent, reserved } = state;
  const { budgetStatus, timeZone } = configuration.settings;
  const budget = budgets.find(({ id }) => id === budgetId);
  const scope = budget?.scope ?? "token";
  const event = refusalEvent("budget.deny", subject, {
    time: reservation.now,
    status: budgetStatus,
    detail: {
      budget: budgetId,
      scope,
      period: month.key,
      unit: budget?.unit ?? "tokens",
      limit: budget?.limit ?? 0,
      spent,
      reserved,
    },
  });
  return new Refusal(
    overBudget(scope, budgetStatus, { end: month.end, timeZone }),
    event,
    budgetId,
  );
}

function runRefusal({ subject, configuration, reservation }: Plan, standing: RunStanding): Refusal {
  const { currency } = configuration.settings;
  const event = refusalEvent("budget.deny", subject, {
    time: reservation.now,
    status: 402,
    detail: { scope: "run", ...standing },
  });
  return new Refusal(runOverBudget(standing, currency), event, `run ${runShare(subject)}`);
}

export function rateRefusal(
  { subject, reservation, wish }: Plan,
  result: Extract<ReserveResult, { kind: "rateLimited" }>,
): Refusal {
  const { limit, rates } = result;
  const { now, inputTokens } = reservation;
  const amount = rates[limit]?.limit ?? 0;
  const least = limit === "tokens" ? inputTokens + Math.min(1, wish.tokens) : 1;
  const event = refusalEvent("rate.limit", subject, {
    time: now,
    status: 429,
    detail: { limit, amount },
  });
  return new Refusal(
    rateLimited(result, { now, fits: least <= amount }),
    event,
    limit === "completions" ? limit : "",
  );
}
