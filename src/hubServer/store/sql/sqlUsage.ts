import type { UsageRecord } from "../records.ts";
import {
  StoreError,
  type BudgetState,
  type Ledger,
  type UsageFilter,
  type UsageGroup,
  type UsageRow,
} from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import {
  numberIn,
  optionalNumberIn,
  optionalTextIn,
  equalTo,
  storedTexts,
  type Condition,
  textIn,
  type Sql,
  type SqlRow,
  type SqlValue,
} from "./sql.ts";
import { offersStatement, withOffers } from "./sqlOffers.ts";
import { readRuns } from "./sqlRuns.ts";
import { tokenColumns, tokensOf } from "./sqlTokens.ts";

const groupColumns: Readonly<Record<UsageGroup, string>> = {
  day: "day",
  model: "model",
  app: "app",
  format: "format",
  runId: "run_id",
  tokenId: "token_id",
  userId: "user_id",
  profileId: "profile_id",
  sectorId: "sector_id",
};

export const usageColumns =
  "request_id, session_id, token_id, user_id, profile_id, sector_id, app, model, format, " +
  "started_at, ended_at, day, input_tokens, cached_tokens, cache_write_tokens, output_tokens, " +
  "cost, usage_source, outcome, status, run_id";

export function usageValues(record: UsageRecord): readonly SqlValue[] {
  return [
    toStoredText(record.requestId),
    stored(record.sessionId),
    toStoredText(record.tokenId),
    stored(record.userId),
    toStoredText(record.profileId),
    toStoredText(record.sectorId),
    toStoredText(record.app),
    toStoredText(record.model),
    record.format,
    record.startedAt,
    record.endedAt,
    record.day,
    record.inputTokens,
    record.cachedTokens,
    record.cacheWriteTokens,
    record.outputTokens,
    record.cost,
    record.usageSource,
    record.outcome,
    record.status,
    stored(record.runId),
  ];
}

export function createUsageReports(
  sql: Sql,
): Pick<Ledger, "budgetStates" | "usage" | "usageRecords" | "runs" | "pruneUsage" | "noteOffers"> {
  return {
    budgetStates: (claims) =>
      Promise.all(claims.map(({ budgetId, period }) => readBudgetState(sql, budgetId, period))),
    usage: (filter, groups) => readTotals(sql, filter, groups),
    runs: (filter, page) => readRuns(sql, filter, page),
    usageRecords: async (filter, { limit, before }) => {
      const { text, values } = conditions(filter);
      const where = before === undefined ? text : `${text} AND ended_at < ?`;
      const all = before === undefined ? values : [...values, before];
      // Records of one millisecond stay on one page: the next page begins before it.
      const rows = await sql.rows(
        `SELECT ${usageColumns} FROM usage_record WHERE ${where} AND ended_at >= coalesce(
            (SELECT ended_at FROM usage_record WHERE ${where}
              ORDER BY ended_at DESC, id DESC LIMIT 1 OFFSET ?), 0)
          ORDER BY ended_at DESC, id DESC`,
        [...all, ...all, Math.max(0, limit - 1)],
      );
      return rows.map((row) => usageOf(row));
    },
    // `audit verify` compares usage and audit, so a record stays as long as its event.
    pruneUsage: async (day) => {
      await sql.write([{ sql: "DELETE FROM completion_offer WHERE day < ?", values: [day] }]);
      return await sql.write([
        {
          sql: `DELETE FROM usage_record WHERE day < ? AND ${hasNoEvent(sql)}`,
          values: [day],
        },
      ]);
    },
    noteOffers: async (subject, day, offers) => {
      await sql.write([offersStatement(subject, day, offers)]);
    },
  };
}

async function readBudgetState(sql: Sql, budgetId: string, period: string): Promise<BudgetState> {
  const [row] = await sql.rows(
    `SELECT ${stateColumns} FROM ${sql.budgets} WHERE budget_id = ? AND period = ?`,
    [toStoredText(budgetId), period],
  );
  return budgetStateIn(row, budgetId);
}

export function hasNoEvent({ unchained }: Sql): string {
  return ["audit_event", unchained]
    .map(
      (events) => `NOT EXISTS (SELECT 1 FROM ${events} AS event WHERE event.kind = 'usage'
        AND event.time = usage_record.ended_at AND event.token_id = usage_record.token_id)`,
    )
    .join(" AND ");
}

const stateColumns = "spent, reserved, held_limit";

function budgetStateIn(row: SqlRow | undefined, budgetId: string): BudgetState {
  const limit = row && optionalNumberIn(row, "held_limit");
  return {
    budgetId,
    spent: row ? numberIn(row, "spent") : 0,
    reserved: row ? numberIn(row, "reserved") : 0,
    ...(limit !== undefined && { limit }),
  };
}

async function readTotals(
  sql: Sql,
  filter: UsageFilter,
  groups: readonly UsageGroup[],
): Promise<readonly UsageRow[]> {
  const names = groups.map((group) => groupColumns[group]);
  const { text, values } = conditions(filter);
  const sums = [...tokenColumns, "cost"].map(
    (column) => `CAST(coalesce(sum(${column}), 0) AS BIGINT) AS ${column}`,
  );
  const by = names.join(", ");
  const rows = await sql.rows(
    `SELECT ${[...names, "count(*) AS requests", ...sums].join(", ")}
      FROM usage_record WHERE ${text} ${by && `GROUP BY ${by} ORDER BY ${by}`}`,
    values,
  );
  const groupOf = (row: SqlRow): UsageRow["group"] =>
    Object.fromEntries(
      groups.map((group) => [
        group,
        fromStoredText(optionalTextIn(row, groupColumns[group]) ?? ""),
      ]),
    );
  const totals = rows.map((row) => ({
    group: groupOf(row),
    requests: numberIn(row, "requests"),
    ...tokensOf(row),
    cost: numberIn(row, "cost"),
  }));
  return await withOffers(sql, totals, { names, where: { text, values }, groupOf });
}

function conditions(filter: UsageFilter): Condition {
  const given = equalTo({
    token_id: filter.tokenId,
    user_id: filter.userId,
    profile_id: filter.profileId,
    sector_id: filter.sectorId,
    app: filter.app,
    model: filter.model,
  });
  return {
    text: `day >= ? AND day <= ?${given.text}`,
    values: [filter.fromDay, filter.toDay, ...given.values],
  };
}

function usageOf(row: SqlRow): UsageRecord {
  const { text, optional } = storedTexts(row);
  const sessionId = optional("session_id");
  const userId = optional("user_id");
  const runId = optional("run_id");
  return {
    requestId: text("request_id"),
    ...(sessionId !== undefined && { sessionId }),
    ...(runId !== undefined && { runId }),
    tokenId: text("token_id"),
    ...(userId !== undefined && { userId }),
    profileId: text("profile_id"),
    sectorId: text("sector_id"),
    app: text("app"),
    model: text("model"),
    format: oneOf(formats, textIn(row, "format")),
    startedAt: numberIn(row, "started_at"),
    endedAt: numberIn(row, "ended_at"),
    day: textIn(row, "day"),
    ...tokensOf(row),
    cost: numberIn(row, "cost"),
    usageSource: oneOf(sources, textIn(row, "usage_source")),
    outcome: oneOf(outcomes, textIn(row, "outcome")),
    status: numberIn(row, "status"),
  };
}

const formats = ["openai", "anthropic", "responses", "embeddings", "completions", "edits"] as const;
const sources = ["upstream", "estimated"] as const;
const outcomes = ["complete", "cut", "client_abort", "failed", "aborted"] as const;

function oneOf<T extends string>(values: readonly T[], text: string): T {
  const value = values.find((one) => one === text);
  if (value === undefined) {
    throw new StoreError("unavailable", `The database is damaged: ${text} is not a known value.`);
  }
  return value;
}

function stored(text: string | undefined): string | null {
  return text === undefined ? null : toStoredText(text);
}
