import type * as z from "zod/mini";

import { dayOf } from "../../../shared/base/calendar.ts";
import { runOutcomes, runSchema } from "../../../shared/hubApi/hubReports.ts";
import { runBudgetIds } from "../../governance/budgets/runCap.ts";
import { hasCachePrice, usageWithSavings } from "../../governance/budgets/savings.ts";
import { invalid } from "../../http/invalidField.ts";
import type { HubRequest, HubResponse } from "../../http/message.ts";
import { readTime } from "../../http/readTime.ts";
import { readSettings } from "../../store/builtInRecords.ts";
import type { Amount } from "../../store/records.ts";
import type { RunFilter, RunPlace, RunSummary } from "../../store/runReport.ts";
import { runPeriod } from "../../store/runTerms.ts";
import type { Ledger } from "../../store/store.ts";
import { isoTime } from "../../values/isoTime.ts";
import { formatMoney } from "../../values/money.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import type { GuardedRoute } from "../base/adminRoute.ts";
import { listResponse } from "../base/collection.ts";
import { given } from "../base/given.ts";
import { countParameter, listParameter, textParameter } from "../base/queryParameters.ts";

const defaultLimit = 50;
const maxLimit = 200;
const defaultSpanMs = 30 * 86_400_000;

const noLimit = Number.MAX_SAFE_INTEGER;

const query: Readonly<Record<string, string>> = {
  from: "Requests not before this time (RFC 3339); 30 days before the end by default",
  to: "Requests not after this time (RFC 3339); now by default",
  user_id: "Of this user",
  token_id: "With this token",
  app: "Of this application",
  run_id: "With this id",
  outcome: `One of ${runOutcomes.join(", ")}`,
  before: "Only after this place of the list, which the page before it names",
  limit: `1 to ${maxLimit}`,
};

export function runRoutes(deps: AdminDeps): readonly GuardedRoute[] {
  const doc = { answer: runSchema, isList: true, query };
  return [
    {
      method: "GET",
      path: "/runs",
      access: "admin",
      doc: { ...doc, summary: "Runs of agents, newest first" },
      handle: ({ request }) => listRuns(request, deps),
    },
    {
      method: "GET",
      path: "/me/runs",
      access: "user",
      doc: { ...doc, summary: "One's own runs of agents, newest first" },
      handle: ({ request, principal }) => listRuns(request, deps, principal.user.id),
    },
  ];
}

async function listRuns(
  { query: asked }: HubRequest,
  { store, clock }: AdminDeps,
  userId?: string,
): Promise<HubResponse> {
  const now = clock.now();
  const limit = countParameter(asked, "limit", { min: 1, max: maxLimit }) ?? defaultLimit;
  const to = timeParameter(asked, "to") ?? now;
  const [outcome] = listParameter(asked, "outcome", runOutcomes) ?? [];
  const after = placeParameter(asked);
  const owner = given({
    userId: userId ?? textParameter(asked, "user_id"),
    tokenId: textParameter(asked, "token_id"),
  });
  const filter = {
    from: timeParameter(asked, "from") ?? to - defaultSpanMs,
    to,
    now,
    ...owner,
    ...given({
      app: textParameter(asked, "app"),
      runId: textParameter(asked, "run_id"),
      outcome,
    }),
  };
  const found = await store.ledger.runs(filter, { limit: limit + 1, ...(after && { after }) });
  const shown = found.slice(0, limit);
  const [caps, savings] = await Promise.all([
    capsOf(shown, store.ledger),
    savingsOf(shown, owner, store),
  ]);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return listResponse(
    shown.map((run, at) =>
      runJson(run, { cap: caps[at] ?? null, saved: savings.get(ownerKey(run)) ?? 0 }),
    ),
    last ? `${last.startedAt} ${last.key}` : null,
  );
}

function timeParameter(asked: URLSearchParams, name: string): number | undefined {
  const text = textParameter(asked, name);
  return text === undefined ? undefined : readTime(text, name);
}

/** A place as `next` returned it: the run's first time, a space and its key. */
function placeParameter(asked: URLSearchParams): RunPlace | undefined {
  const text = asked.get("before") ?? "";
  if (text === "") {
    return undefined;
  }
  const { time = "", key = "" } = /^(?<time>\d{1,15}) (?<key>\S{1,500})$/u.exec(text)?.groups ?? {};
  if (key === "") {
    throw invalid('"before" must be what the page before it named as "next".', "before");
  }
  return { startedAt: Number(time), key };
}

type Cap = z.infer<typeof runSchema>["cap"];

async function capsOf(
  runs: readonly RunSummary[],
  ledger: Pick<Ledger, "budgetStates">,
): Promise<readonly Cap[]> {
  const ids = runs.map((run) => runBudgetIds(run, run.runId));
  const states = await ledger.budgetStates(
    ids
      .flatMap(({ money, tokens }) => [money, tokens])
      .map((budgetId) => ({ budgetId, period: runPeriod })),
  );
  const limits = new Map(states.map(({ budgetId, limit = noLimit }) => [budgetId, limit]));
  return ids.map(({ money, tokens }) => {
    const [inMoney = noLimit, inTokens = noLimit] = [limits.get(money), limits.get(tokens)];
    if (inMoney < noLimit) {
      return { unit: "money", limit: formatMoney(inMoney) };
    }
    return inTokens < noLimit ? { unit: "tokens", limit: String(inTokens) } : null;
  });
}

/** The key of a run with its owner, because another person may have a run with the same id. */
function ownerKey({
  runId,
  userId,
  tokenId,
}: Pick<RunSummary, "runId" | "userId"> & { readonly tokenId: string }): string {
  return JSON.stringify([runId, userId ?? tokenId]);
}

async function savingsOf(
  runs: readonly RunSummary[],
  owner: Pick<RunFilter, "userId" | "tokenId">,
  store: AdminDeps["store"],
): Promise<ReadonlyMap<string, Amount>> {
  const { timeZone } = await readSettings(store);
  const models = await store.records.list("model");
  const savings = new Map<string, Amount>();
  if (runs.length === 0 || !hasCachePrice(models)) {
    return savings;
  }
  const filter = {
    fromDay: dayOf(Math.min(...runs.map(({ startedAt }) => startedAt)), timeZone),
    toDay: dayOf(Math.max(...runs.map(({ endedAt }) => endedAt)), timeZone),
    ...owner,
  };
  const groups = ["runId", "userId", "tokenId"] as const;
  for (const { group, saved } of await usageWithSavings(store.ledger, { filter, groups }, models)) {
    const { runId = "", userId = "", tokenId = "" } = group;
    const key = ownerKey({ runId, tokenId, ...(userId !== "" && { userId }) });
    savings.set(key, (savings.get(key) ?? 0) + saved);
  }
  return savings;
}

function runJson(
  run: RunSummary,
  { cap, saved }: { readonly cap: Cap; readonly saved: Amount },
): z.infer<typeof runSchema> {
  return {
    run_id: run.runId,
    user_id: run.userId ?? null,
    token_id: run.tokenId,
    profile_id: run.profileId ?? null,
    sector_id: run.sectorId ?? null,
    app: run.app,
    started_at: isoTime(run.startedAt),
    ended_at: isoTime(run.endedAt),
    duration_ms: run.endedAt - run.startedAt,
    outcome: run.outcome,
    requests: run.requests,
    input_tokens: run.inputTokens,
    cached_tokens: run.cachedTokens,
    output_tokens: run.outputTokens,
    total_tokens: run.inputTokens + run.outputTokens,
    cost: formatMoney(run.cost),
    ...(saved > 0 && { saved_by_cache: formatMoney(saved) }),
    cap,
  };
}
