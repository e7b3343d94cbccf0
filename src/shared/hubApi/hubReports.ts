import * as z from "zod/mini";

/** Reports of `/hub/admin/v1`: audit, usage and runs, in the conventions of `hubAdmin.ts`. */

const time = z.string().check(z.maxLength(40));

export const auditEntrySchema = z.object({
  seq: z.number(),
  kind: z.string(),
  time,
  request_id: z.nullable(z.string()),
  session_id: z.nullable(z.string()),
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
      doubt: z.optional(z.string()),
      /** The sub-kind of a secret. */
      secret: z.optional(z.string()),
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

export const upstreamHealthSchema = z.object({
  upstream: z.string(),
  model: z.string(),
  /** Until this time, requests go to the model's other upstreams. */
  avoided_until: z.nullable(time),
  attempts: z.number(),
  failures: z.number(),
  first_text_ms: z.nullable(z.number()),
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
  saved_by_cache: z.optional(z.string()),
  offered: z.optional(z.number()),
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
 * The client reports `done`, `stopped`, `unapproved`, `failed` and `cap`. `cap` and `refused` also follow from the last
 * request. `going` and `ended` are runs without a report, answered lately or long ago.
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

export const runSchema = z.object({
  /** The client chooses the id; another person may have the same. */
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
  /** At the model's present price; absent if nothing was saved. */
  saved_by_cache: z.optional(z.string()),
  /** Money is a decimal string. Null after seven days, when the hub has deleted the cap. */
  cap: z.nullable(z.object({ unit: z.enum(["money", "tokens"]), limit: z.string() })),
});
