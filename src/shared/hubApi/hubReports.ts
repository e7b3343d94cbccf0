import * as z from "zod/mini";

/**
 * What the administration API under `/hub/admin/v1` reports: the audit, the usage and the runs of agents. Names are in snake
 * case, times in ISO 8601, money as decimal strings in the hub's currency, ids opaque.
 */

const time = z.string().check(z.maxLength(40));

export const auditEntrySchema = z.object({
  seq: z.number(),
  kind: z.string(),
  time,
  request_id: z.nullable(z.string()),
  session_id: z.nullable(z.string()),
  /** The agent's run that the request belonged to. */
  run_id: z.nullable(z.string()),
  token_id: z.nullable(z.string()),
  user_id: z.nullable(z.string()),
  profile_id: z.nullable(z.string()),
  sector_id: z.nullable(z.string()),
  app: z.nullable(z.string()),
  model: z.nullable(z.string()),
  format: z.nullable(z.string()),
  status: z.nullable(z.number()),
  input_tokens: z.nullable(z.number()),
  cached_tokens: z.nullable(z.number()),
  output_tokens: z.nullable(z.number()),
  cost: z.nullable(z.string()),
  latency_ms: z.nullable(z.number()),
  findings: z.array(
    z.object({
      type: z.string(),
      count: z.number(),
      field: z.string(),
      /** Why a value that the policy blocks only alerted; a name of `doubts`. */
      doubt: z.optional(z.string()),
    }),
  ),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  prev_hash: z.string(),
  hash: z.string(),
});

export const chainSchema = z.object({
  is_intact: z.boolean(),
  seq: z.number(),
  hash: z.string(),
  events: z.number(),
  problem: z.nullable(z.string()),
});

/** One model of one upstream, in the last hour. */
export const upstreamHealthSchema = z.object({
  upstream: z.string(),
  /** The upstream's own id of the model. */
  model: z.string(),
  /** Requests go to the model's other upstreams until then; null if this one is asked. */
  avoided_until: z.nullable(time),
  attempts: z.number(),
  failures: z.number(),
  /** Mean over streamed answers; null without streamed answers. */
  first_text_ms: z.nullable(z.number()),
  /** Reported output tokens by the seconds from request to end; null if none were reported. */
  tokens_per_second: z.nullable(z.number()),
});

export const usageRowSchema = z.object({
  group: z.record(z.string(), z.string()),
  requests: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cached_tokens: z.number(),
  total_tokens: z.number(),
  cost: z.string(),
  /** Money that the prompt cache saved, at present prices; absent: nothing. */
  saved_by_cache: z.optional(z.string()),
  /** Texts that completion showed at the cursor, as clients report them; absent: none reported. */
  offered: z.optional(z.number()),
  /** Those of them that the person kept. */
  kept: z.optional(z.number()),
});

export const adminUsageSchema = z.object({
  object: z.literal("usage"),
  start: z.string(),
  end: z.string(),
  time_zone: z.string(),
  currency: z.string(),
  group_by: z.array(z.string()),
  data: z.array(usageRowSchema),
});

/**
 * How a run of an agent stands. `done`, `stopped`, `unapproved`, `failed` and `cap`: its client said so. `cap`, `refused`: its
 * last request did not fit into its cap, or was refused. `going`, `ended`: its last request was answered lately or long ago,
 * and nobody said more.
 */
export const runOutcomes = [
  "going",
  "done",
  "stopped",
  "cap",
  "refused",
  "unapproved",
  "failed",
  "ended",
] as const;

/** A run of an agent: the sums of its requests, never their content. */
export const runSchema = z.object({
  /** The id that the client gave it; another person may have given the same. */
  run_id: z.string(),
  user_id: z.nullable(z.string()),
  token_id: z.string(),
  profile_id: z.nullable(z.string()),
  sector_id: z.nullable(z.string()),
  app: z.string(),
  started_at: time,
  ended_at: time,
  duration_ms: z.number(),
  outcome: z.enum(runOutcomes),
  requests: z.number(),
  input_tokens: z.number(),
  cached_tokens: z.number(),
  output_tokens: z.number(),
  total_tokens: z.number(),
  cost: z.string(),
  /** The limit that holds, money as a decimal string; null where the hub has forgotten it, after seven days. */
  cap: z.nullable(z.object({ unit: z.enum(["money", "tokens"]), limit: z.string() })),
});
