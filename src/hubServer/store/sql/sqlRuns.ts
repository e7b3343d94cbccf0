import { runOutcomes } from "../../../shared/hubApi/hubReports.ts";
import { runEnds, type RunEndKind } from "../../../shared/hubApi/runEnds.ts";
import type { RunFilter, RunOutcome, RunPage, RunSummary } from "../runReport.ts";
import { StoreError } from "../store.ts";
import {
  type Condition,
  equalTo,
  numberIn,
  type Sql,
  type SqlRow,
  storedTexts,
  textIn,
} from "./sql.ts";
import { tokensOf } from "./sqlTokens.ts";

const goingMs = 10 * 60_000;

/** Equal refusals within this time are recorded once. */
const quietMs = 60_000;

export async function readRuns(
  sql: Sql,
  filter: RunFilter,
  { limit, after }: RunPage,
): Promise<readonly RunSummary[]> {
  const [usage, refusals] = [conditions(filter, "ended_at"), conditions(filter, "time")];
  const rows = await sql.rows(
    `WITH part AS (
        SELECT run_id, user_id, token_id, profile_id, sector_id, app, started_at AS start_time,
          ended_at AS end_time, 1 AS request, input_tokens, cached_tokens, cache_write_tokens,
          output_tokens, cost, started_at AS use_start, ended_at AS use_end,
          CAST(NULL AS BIGINT) AS cap_time, CAST(NULL AS BIGINT) AS refusal_time,
          CAST(NULL AS BIGINT) AS end_mark
        FROM usage_record WHERE ${usage.text}
        UNION ALL
        SELECT run_id, user_id, token_id, NULL, NULL, app, time, time, 0, 0, 0, 0, 0, 0, NULL, NULL,
          CASE WHEN ${sql.position}(body, '"scope":"run"') > 0 THEN time END,
          CASE WHEN kind <> 'run.end' THEN time END,
          CASE WHEN kind = 'run.end' THEN time * ${markSize} + ${endCode(sql)} END
        FROM audit_event WHERE kind IN ('budget.deny', 'policy.deny', 'dlp.block', 'run.end')
          AND ${refusals.text}
      ), run AS (
        SELECT ${columns} FROM part
        GROUP BY run_id, user_id, CASE WHEN user_id IS NULL THEN token_id END
      ), stated AS (SELECT run.*, ${outcome} AS outcome FROM run)
      SELECT * FROM stated WHERE (CAST(? AS TEXT) IS NULL OR outcome = ?)
        AND (start_time < ? OR (start_time = ? AND run_key > ?))
      ORDER BY start_time DESC, run_key LIMIT ?`,
    [
      ...usage.values,
      ...refusals.values,
      filter.now - goingMs,
      filter.outcome ?? null,
      filter.outcome ?? null,
      after?.startedAt ?? Number.MAX_SAFE_INTEGER,
      after?.startedAt ?? Number.MAX_SAFE_INTEGER,
      after?.key ?? "",
      limit,
    ],
  );
  return rows.map(runOf);
}

const sums = [
  "request",
  "input_tokens",
  "cached_tokens",
  "cache_write_tokens",
  "output_tokens",
  "cost",
].map((name) => `CAST(sum(${name}) AS BIGINT) AS ${name === "request" ? "requests" : name}`);

const columns = [
  "run_id",
  "user_id",
  "run_id || '/' || coalesce(user_id, min(token_id)) AS run_key",
  ...["token_id", "profile_id", "sector_id", "app"].map((name) => `max(${name}) AS ${name}`),
  "min(start_time) AS start_time",
  ...["end_time", "use_start", "use_end", "cap_time", "refusal_time", "end_mark"].map(
    (name) => `max(${name}) AS ${name}`,
  ),
  ...sums,
].join(", ");

const told: Readonly<Record<RunEndKind, RunOutcome>> = {
  done: "done",
  stopped: "stopped",
  refused: "unapproved",
  budget: "cap",
  failed: "failed",
};

/** The size of a mark of time and outcome, whose largest is the latest. */
const markSize = 8;

function endCode({ position }: Sql): string {
  const cases = runEnds.map(
    (end, at) => `WHEN ${position}(body, '"outcome":"${end}"') > 0 THEN ${at + 1}`,
  );
  return `CASE ${cases.join(" ")} ELSE 0 END`;
}

/** A run's outcome; the hub's refusals override the client's report. */
const outcome = `CASE
    WHEN refusal_time >= coalesce(use_start, 0)
      THEN CASE WHEN cap_time >= coalesce(use_start, 0) THEN 'cap' ELSE 'refused' END
    WHEN end_mark / ${markSize} >= coalesce(use_start, 0)
      THEN CASE end_mark % ${markSize}
        ${runEnds.map((end, at) => `WHEN ${at + 1} THEN '${told[end]}'`).join(" ")} ELSE 'ended' END
    WHEN use_end > ? THEN 'going'
    WHEN cap_time + ${quietMs} >= use_start THEN 'cap'
    ELSE 'ended'
  END`;

function conditions(filter: RunFilter, time: "ended_at" | "time"): Condition {
  const given = equalTo({
    user_id: filter.userId,
    token_id: filter.tokenId,
    app: filter.app,
    run_id: filter.runId,
  });
  return {
    text: `run_id IS NOT NULL AND ${time} >= ? AND ${time} <= ?${given.text}`,
    values: [filter.from, filter.to, ...given.values],
  };
}

function runOf(row: SqlRow): RunSummary {
  const { text, optional } = storedTexts(row);
  const userId = optional("user_id");
  const profileId = optional("profile_id");
  const sectorId = optional("sector_id");
  return {
    runId: text("run_id"),
    key: textIn(row, "run_key"),
    ...(userId !== undefined && { userId }),
    tokenId: text("token_id"),
    ...(profileId !== undefined && { profileId }),
    ...(sectorId !== undefined && { sectorId }),
    app: text("app"),
    startedAt: numberIn(row, "start_time"),
    endedAt: numberIn(row, "end_time"),
    requests: numberIn(row, "requests"),
    ...tokensOf(row),
    cost: numberIn(row, "cost"),
    outcome: outcomeIn(row),
  };
}

function outcomeIn(row: SqlRow): RunOutcome {
  const found = runOutcomes.find((one) => one === row["outcome"]);
  if (found === undefined) {
    throw new StoreError("unavailable", "The database answered what was not asked.");
  }
  return found;
}
