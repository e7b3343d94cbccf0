import { budgetSchema } from "../../shared/hubApi/hubAdmin.ts";
import { adminUsageSchema } from "../../shared/hubApi/hubReports.ts";
import { readSettings } from "../store/builtInRecords.ts";
import type { UserRecord } from "../store/records.ts";
import { tokenPlace } from "../store/tokenPlace.ts";
import type { AdminDeps } from "./base/adminDeps.ts";
import type { GuardedRoute } from "./base/adminRoute.ts";
import { listResponse } from "./base/collection.ts";
import { showBudgets } from "./records/budgets.ts";
import { ownTokens } from "./records/tokens.ts";
import { usageQuery, usageReport } from "./reports/usage.ts";

export function ownUseRoutes(deps: AdminDeps): readonly GuardedRoute[] {
  const access = "user";
  return [
    {
      method: "GET",
      path: "/me/usage",
      access,
      doc: { summary: "What one has used", answer: adminUsageSchema, query: usageQuery },
      handle: ({ request, principal }) => usageReport(request.query, deps, principal.user.id),
    },
    {
      method: "GET",
      path: "/me/budgets",
      access,
      doc: {
        summary: "The budgets one's requests count for; of a profile or sector the totals only",
        answer: budgetSchema,
        isList: true,
      },
      handle: async ({ principal }) => listResponse(await ownBudgets(principal.user, deps)),
    },
  ];
}

async function ownBudgets(
  user: UserRecord,
  { store, clock }: AdminDeps,
): Promise<readonly object[]> {
  const tokens = await ownTokens(store.records, user);
  const settings = await readSettings(store);
  const live = tokens
    .filter(({ revokedAt }) => revokedAt === undefined)
    .map((token) => ({ id: token.id, ...tokenPlace(token, user, settings) }));
  const subjects = {
    token: new Set(live.map(({ id }) => id)),
    user: new Set([user.id]),
    profile: new Set([user.profileId, ...live.map(({ profileId }) => profileId)]),
    sector: new Set([user.sectorId, ...live.map(({ sectorId }) => sectorId)]),
  };
  const budgets = await store.records.list("budget");
  const own = budgets.filter(({ scope, subjectId }) => subjects[scope].has(subjectId));
  return showBudgets(store, own, clock.now());
}
