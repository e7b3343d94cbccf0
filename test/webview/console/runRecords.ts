import type { Run } from "../../../src/console/data/types.ts";
import { now } from "./auditEntries.ts";

const minute = 60_000;

/** A run of an agent that began so many minutes ago; ended and within a cap of 2.00 unless it says otherwise. */
export function run(id: string, minutesAgo: number, change: Partial<Run> = {}): Run {
  const began = now - minutesAgo * minute;
  const lasted = 42_000 + ((minutesAgo * 7_919) % (25 * minute));
  return {
    run_id: id,
    user_id: "ana",
    token_id: "tok_a1b2",
    profile_id: "pro_dev",
    sector_id: "sec_eng",
    app: "vscode",
    started_at: new Date(began).toISOString(),
    ended_at: new Date(began + lasted).toISOString(),
    duration_ms: lasted,
    outcome: "ended",
    requests: 12,
    input_tokens: 182_400,
    cached_tokens: 120_000,
    output_tokens: 9_310,
    total_tokens: 191_710,
    cost: "0.412500",
    cap: { unit: "money", limit: "2.00" },
    ...change,
  };
}

/** Newest first, one of each outcome. */
export function runs(): Run[] {
  return [
    run("run-7f3a", 4, { outcome: "going", requests: 5, cost: "0.081200" }),
    run("run-6c21", 50, { outcome: "cap", user_id: "bruno", token_id: "tok_c3d4", cost: "1.998" }),
    run("run-5b10", 180, { outcome: "refused", requests: 0, cost: "0", profile_id: null }),
    run("run-4a09", 1_600, {
      user_id: null,
      token_id: "tok_e5f6",
      app: "agent-cli",
      cost: "0",
      cap: { unit: "tokens", limit: "500000" },
    }),
    run("run-3908", 13_000, { user_id: "bruno", token_id: "tok_c3d4", cap: null }),
  ];
}

/** The page of runs that the filters find. */
export function runsFor(all: readonly Run[], query: URLSearchParams): readonly Run[] {
  const is = (name: string, value: string | null): boolean =>
    query.get(name) === null || query.get(name) === value;
  return all.filter(
    (each) =>
      is("user_id", each.user_id) &&
      is("outcome", each.outcome) &&
      is("app", each.app) &&
      each.ended_at >= (query.get("from") ?? "") &&
      each.started_at <= (query.get("to") ?? "9"),
  );
}
