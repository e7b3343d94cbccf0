import type { Clock } from "../../shared/base/clock.ts";
import type { Caller } from "../auth/caller.ts";
import { type Month, MonthFinder } from "../governance/budgets/period.ts";
import { usageWithSavings, type UsageWithSavings } from "../governance/budgets/savings.ts";
import type { Configuration } from "../governance/policy/recordCache.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "../http/message.ts";
import type { Amount, BudgetRecord, ModelRecord } from "../store/records.ts";
import type { RateState, RateStates, Store, UsageGroup } from "../store/store.ts";
import { isoTime } from "../values/isoTime.ts";
import { formatMoney } from "../values/money.ts";
import { type ReportGroup, type ReportRange, readUsageQuery } from "./usageQuery.ts";

export interface UsageRouteDeps {
  readonly store: Pick<Store, "records" | "ledger">;
  readonly clock: Clock;
  readonly configuration: (caller: Caller) => Promise<Configuration>;
}

/** The route of a token's usage. Of a shared budget only the sum is returned. */
export async function usageRoute(
  request: Pick<HubRequest, "query">,
  caller: Caller,
  { store, clock, ...deps }: UsageRouteDeps,
): Promise<HubResponse> {
  const now = clock.now();
  const configuration = await deps.configuration(caller);
  const { timeZone, currency } = configuration.settings;
  const month = new MonthFinder().monthOf(now, timeZone);
  const sources = { ledger: store.ledger, models: configuration.models };
  const range = readUsageQuery(request.query, month.key);
  const [token, totals, divided, budgets, rates] = await Promise.all([
    tokenJson(caller, store),
    totalsOf(caller, range, sources),
    dividedUsage(caller, range, sources),
    budgetsJson(configuration.budgetsOf(caller), { month, currency, store }),
    store.ledger.rateStates(caller.tokenId, configuration.rateLimitsOf(caller), now),
  ]);
  return jsonResponse(200, {
    object: "token_usage",
    token,
    period: {
      key: month.key,
      start: isoTime(month.start),
      end: isoTime(month.end),
      time_zone: timeZone,
    },
    range: { start: range.fromDay, end: range.toDay },
    totals: { ...totals, currency },
    budgets,
    rate_limit: ratesJson(rates),
    ...divided,
  });
}

async function tokenJson(
  { tokenId, profileId, sectorId }: Caller,
  { records }: UsageRouteDeps["store"],
): Promise<object> {
  const [token, profile, sector] = await Promise.all([
    records.get("token", tokenId),
    records.get("profile", profileId),
    records.get("sector", sectorId),
  ]);
  return {
    id: tokenId,
    ...(token && { name: token.name, prefix: `sk_hub_…${token.last4}` }),
    profile: profile?.name ?? profileId,
    sector: sector?.name ?? sectorId,
  };
}

interface UsageSources {
  readonly ledger: UsageRouteDeps["store"]["ledger"];
  readonly models: readonly ModelRecord[];
}

async function totalsOf(
  { tokenId }: Caller,
  { fromDay, toDay }: ReportRange,
  { ledger, models }: UsageSources,
): Promise<object> {
  const asked = { filter: { fromDay, toDay, tokenId }, groups: [] };
  const [totals] = await usageWithSavings(ledger, asked, models);
  return sumsJson(totals ?? noUsage);
}

const maxRows = 5_000;

async function dividedUsage(
  { tokenId }: Caller,
  { fromDay, toDay, groups }: ReportRange,
  { ledger, models }: UsageSources,
): Promise<object> {
  const lists = await Promise.all(
    groups.map(async (group) => {
      const column = group === "run" ? "runId" : group;
      const asked = { filter: { fromDay, toDay, tokenId }, groups: [column] } as const;
      const rows = await usageWithSavings(ledger, asked, models);
      const listed = group === "run" ? rows.filter((row) => row.group.runId !== "") : rows;
      const shown = listed.slice(0, maxRows);
      return [`by_${group}`, shown.map((row) => rowJson(row, group, column))] as const;
    }),
  );
  return Object.fromEntries(lists);
}

function rowJson(row: UsageWithSavings, group: ReportGroup, column: UsageGroup): object {
  return { [group]: row.group[column] ?? "", ...sumsJson(row) };
}

function sumsJson(totals: Omit<UsageWithSavings, "group">): object {
  return {
    requests: totals.requests,
    input_tokens: totals.inputTokens,
    output_tokens: totals.outputTokens,
    cached_tokens: totals.cachedTokens,
    total_tokens: totals.inputTokens + totals.outputTokens,
    cost: formatMoney(totals.cost),
    ...(totals.saved > 0 && { saved_by_cache: formatMoney(totals.saved) }),
  };
}

const noUsage: Omit<UsageWithSavings, "group"> = {
  requests: 0,
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  cost: 0,
  saved: 0,
};

async function budgetsJson(
  budgets: readonly BudgetRecord[],
  context: {
    readonly month: Month;
    readonly currency: string;
    readonly store: UsageRouteDeps["store"];
  },
): Promise<readonly object[]> {
  const { month, currency, store } = context;
  const states = await store.ledger.budgetStates(
    budgets.map(({ id }) => ({ budgetId: id, period: month.key })),
  );
  const stateOf = new Map(states.map((state) => [state.budgetId, state]));
  return budgets.map(({ id, scope, unit, limit }) => {
    const { spent = 0, reserved = 0 } = stateOf.get(id) ?? {};
    const amount = (value: Amount): string => (unit === "money" ? formatMoney(value) : `${value}`);
    return {
      scope,
      id,
      unit: unit === "money" ? currency : "tokens",
      limit: amount(limit),
      spent: amount(spent),
      reserved: amount(reserved),
      remaining: amount(Math.max(0, limit - spent - reserved)),
      // Answers may cost more than their reservation.
      ...(spent > limit && { over: amount(spent - limit) }),
      resets_at: isoTime(month.end),
    };
  });
}

function ratesJson({ requests, tokens, parallel }: RateStates): object {
  return {
    ...(requests && { requests_per_minute: rateJson(requests) }),
    ...(tokens && { tokens_per_minute: rateJson(tokens) }),
    ...(parallel && {
      parallel_requests: { limit: parallel.limit, remaining: parallel.remaining },
    }),
  };
}

function rateJson({ limit, remaining, resetMs }: RateState): object {
  return { limit, remaining, reset_seconds: Math.ceil(resetMs / 100) / 10 };
}
