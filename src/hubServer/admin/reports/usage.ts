import { adminUsageSchema } from "../../../shared/hubApi/hubReports.ts";
import { usageWithSavings, type UsageWithSavings } from "../../governance/budgets/savings.ts";
import { invalid } from "../../http/invalidField.ts";
import { type HubResponse, jsonResponse } from "../../http/message.ts";
import { readSettings } from "../../store/builtInRecords.ts";
import type { UsageFilter, UsageGroup } from "../../store/store.ts";
import { lastDayOf, periodOf } from "../../values/calendar.ts";
import { formatMoney } from "../../values/money.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import type { GuardedRoute } from "../base/adminRoute.ts";
import { given } from "../base/given.ts";
import { dayParameter, listParameter, textParameter } from "../base/queryParameters.ts";

const maxGroups = 3;
const maxDays = 800;

const groupNames = {
  day: "day",
  model: "model",
  app: "app",
  format: "format",
  token_id: "tokenId",
  user_id: "userId",
  profile_id: "profileId",
  sector_id: "sectorId",
} as const satisfies Record<string, UsageGroup>;

type GroupName = keyof typeof groupNames;

const isGroupName = (name: string): name is GroupName => Object.hasOwn(groupNames, name);

export const usageQuery: Readonly<Record<string, string>> = {
  start: "First day; the first of this month by default",
  end: "Last day; the last of the month of the first by default",
  group_by: `At most ${maxGroups} of ${Object.keys(groupNames).join(", ")}`,
  token_id: "Of this token",
  user_id: "Of this user",
  profile_id: "Of this profile",
  sector_id: "Of this sector",
  app: "Of this application",
  model: "Of this model",
};

export function usageRoute(deps: AdminDeps): GuardedRoute {
  return {
    method: "GET",
    path: "/usage",
    access: "admin",
    doc: { summary: "What was used", answer: adminUsageSchema, query: usageQuery },
    handle: ({ request }) => usageReport(request.query, deps),
  };
}

export async function usageReport(
  query: URLSearchParams,
  { store, clock }: AdminDeps,
  userId?: string,
): Promise<HubResponse> {
  const { timeZone, currency } = await readSettings(store);
  const groups =
    listParameter(query, "group_by", Object.keys(groupNames).filter(isGroupName)) ?? [];
  if (groups.length > maxGroups) {
    throw invalid(`At most ${maxGroups} groups at once.`, "group_by");
  }
  const { start, end } = readDays(query, periodOf(clock.now(), timeZone));
  const filter: UsageFilter = {
    fromDay: start,
    toDay: end,
    ...given({
      tokenId: textParameter(query, "token_id"),
      userId: userId ?? textParameter(query, "user_id"),
      profileId: textParameter(query, "profile_id"),
      sectorId: textParameter(query, "sector_id"),
      app: textParameter(query, "app"),
      model: textParameter(query, "model"),
    }),
  };
  const asked = { filter, groups: groups.map((name) => groupNames[name]) };
  const rows = await usageWithSavings(store.ledger, asked, await store.records.list("model"));
  return jsonResponse(200, {
    object: "usage",
    start,
    end,
    time_zone: timeZone,
    currency,
    group_by: groups,
    data: rows.map((row) => rowJson(row, groups)),
  });
}

function readDays(
  query: URLSearchParams,
  period: string,
): { readonly start: string; readonly end: string } {
  const start = dayParameter(query, "start") ?? `${period}-01`;
  const end = dayParameter(query, "end") ?? lastDayOf(start.slice(0, 7));
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000;
  if (days < 0) {
    throw invalid('"end" is before "start".', "end");
  }
  if (days > maxDays) {
    throw invalid(`At most ${maxDays} days at once.`, "end");
  }
  return { start, end };
}

function rowJson(row: UsageWithSavings, groups: readonly GroupName[]): object {
  return {
    group: Object.fromEntries(groups.map((name) => [name, row.group[groupNames[name]] ?? ""])),
    requests: row.requests,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cached_tokens: row.cachedTokens,
    total_tokens: row.inputTokens + row.outputTokens,
    cost: formatMoney(row.cost),
    ...(row.saved > 0 && { saved_by_cache: formatMoney(row.saved) }),
    ...row.offers,
  };
}
