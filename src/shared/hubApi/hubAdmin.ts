import * as z from "zod/mini";

import { dataProtectionSchema } from "../guarded/dataProtection.ts";
import { dlpActions, forEachKind } from "../guarded/sensitiveKinds.ts";
import { moneySchema, profileAgentSchema } from "./agentPolicy.ts";
import { exclusionsSchema } from "./exclusions.ts";
import { fimForms } from "./fimForms.ts";
import { profileClientSchema } from "./hubClientRules.ts";
import { hubSkillsSchema } from "./hubSkills.ts";

/**
 * The API under `/hub/admin/v1`: snake case, times in ISO 8601, money as decimal strings in the hub's currency, opaque
 * ids.
 */

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const id = z.string().check(z.minLength(1), z.maxLength(200));
const time = z.string().check(z.maxLength(40));
const count = z.int().check(z.nonnegative(), z.maximum(1_000_000_000_000));
const pattern = z.string().check(z.minLength(1), z.maxLength(200));

const dlpPolicySchema = z.object(forEachKind(() => z.enum(dlpActions)));
/** A change keeps the action of each omitted kind; a new profile gets the default. */
const dlpPolicyInputSchema = z.partial(dlpPolicySchema);

export const rateLimitsSchema = z.object({
  requests_per_minute: z.nullish(count),
  tokens_per_minute: z.nullish(count),
  parallel_requests: z.nullish(count),
});

export const modelPolicySchema = z.object({
  allow: z.array(pattern).check(z.maxLength(200)),
  deny: z.array(pattern).check(z.maxLength(200)),
  max_output_tokens: z.nullish(count),
  allows_tools: z.boolean(),
  allows_images: z.boolean(),
  allows_completion: z.optional(z.boolean()),
  forced: z.record(z.string().check(z.maxLength(100)), z.unknown()),
  capped: z.record(z.string().check(z.maxLength(100)), z.number()),
});

export const sectorInputSchema = z.object({ name });
export const sectorSchema = z.object({ id, name, created_at: time });

export const profileInputSchema = z.object({
  name,
  policy: modelPolicySchema,
  dlp: dlpPolicyInputSchema,
  rate_limits: rateLimitsSchema,
  agent: z.optional(profileAgentSchema),
  /** Absent in a change: the stored patterns stay. */
  exclusions: z.optional(exclusionsSchema),
  /** Absent in a change: as before. */
  skills: z.optional(hubSkillsSchema),
  /** Absent in a change: as before. */
  protection: z.optional(dataProtectionSchema),
  /** Absent in a change: as before. */
  client: z.optional(profileClientSchema),
});
export const profileSchema = z.extend(profileInputSchema, {
  id,
  dlp: dlpPolicySchema,
  agent: profileAgentSchema,
  created_at: time,
});

const login = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

const userFields = {
  name,
  login,
  role: z.enum(["user", "admin"]),
  profile_id: id,
  sector_id: id,
  is_active: z.boolean(),
};
export const userInputSchema = z.object({
  ...userFields,
  password: z.optional(z.string().check(z.minLength(10), z.maxLength(200))),
});

/** `waiting`: signed in with this user's e-mail address; an administrator must confirm the account first. */
const openIdSchema = z.object({
  state: z.enum(["linked", "waiting"]),
  subject: z.string(),
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  requested_at: z.nullable(time),
});
/** The request names the account, so that no other is confirmed. */
export const openIdLinkSchema = z.object({ subject: z.string().check(z.maxLength(1_000)) });
export const userSchema = z.object({
  id,
  ...userFields,
  has_password: z.boolean(),
  openid: z.nullable(openIdSchema),
  created_at: time,
});

/** For their own tokens, users set only name and end; the other fields are an administrator's. */
export const tokenInputSchema = z.object({
  name,
  expires_at: z.nullish(time),
  user_id: z.nullish(id),
  /** Null takes the owner's profile; without an owner, the hub's default. */
  profile_id: z.nullish(id),
  sector_id: z.nullish(id),
  rate_limits: z.optional(rateLimitsSchema),
});
export const tokenSchema = z.object({
  id,
  object: z.literal("token"),
  name,
  prefix: z.string(),
  user_id: z.nullable(id),
  profile_id: z.nullable(id),
  sector_id: z.nullable(id),
  effective_profile_id: id,
  effective_sector_id: id,
  rate_limits: rateLimitsSchema,
  created_at: time,
  expires_at: z.nullable(time),
  revoked_at: z.nullable(time),
  last_used_at: z.nullable(time),
  /** Set for the token of a device that a person signed in; the device renews it until then. */
  device: z.optional(z.object({ client: z.string(), signed_in_until: time })),
  /** The token itself, only in the answer to its creation. */
  token: z.optional(z.string()),
});

export const budgetInputSchema = z.object({
  scope: z.enum(["token", "user", "profile", "sector"]),
  subject_id: id,
  unit: z.enum(["money", "tokens"]),
  /** Money is a decimal string, tokens a whole number in a string. */
  limit: moneySchema,
  warn_at: z.array(z.int().check(z.minimum(1), z.maximum(100))).check(z.maxLength(10)),
});
export const budgetSchema = z.extend(budgetInputSchema, {
  id,
  created_at: time,
  period: z.string(),
  resets_at: time,
  spent: z.string(),
  reserved: z.string(),
  remaining: z.string(),
  over: z.optional(z.string()),
  /** Expected use of the month at its present pace; null in the first hours. */
  forecast: z.nullable(z.string()),
});

const keySource = z.union([
  z.object({ variable: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/u)) }),
  z.object({ file: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
]);

export const upstreamInputSchema = z.object({
  name: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/u)),
  url: z.string().check(z.maxLength(2_000)),
  format: z.enum(["openai", "anthropic", "responses"]),
  key_from: z.nullish(keySource),
  is_active: z.boolean(),
});
export const upstreamSchema = z.extend(upstreamInputSchema, {
  id,
  created_at: time,
  /** `flag`: given on the command line, so the page cannot change it. */
  source: z.enum(["record", "flag"]),
  key_problem: z.nullable(z.string()),
});
export const upstreamTestSchema = z.object({
  ok: z.boolean(),
  models: z.number(),
  latency_ms: z.number(),
  message: z.nullable(z.string()),
});

const priceSchema = z.object({
  input: moneySchema,
  cached_input: z.nullish(moneySchema),
  cache_write: z.nullish(moneySchema),
  /** The price of a cache entry for an hour; null: the larger of `cache_write` and twice `input`. */
  cache_write_hour: z.nullish(moneySchema),
  output: moneySchema,
});

const weight = z.int().check(z.minimum(0), z.maximum(1_000));

export const modelInputSchema = z.object({
  id,
  name: z.nullish(name),
  upstream_id: z.nullish(id),
  upstream_model: z.nullish(id),
  /** The first upstream's share of requests, if another one has a weight; null: 1. */
  upstream_weight: z.nullish(weight),
  /** Upstreams that are asked in this order if the first does not answer. */
  fallbacks: z.optional(
    z
      .array(
        z.object({
          upstream_id: id,
          upstream_model: z.nullish(id),
          weight: z.nullish(weight),
          price: z.nullish(priceSchema),
          in_house: z.nullish(z.boolean()),
        }),
      )
      .check(z.maxLength(5)),
  ),
  context_length: z.nullish(count),
  max_output_tokens: z.nullish(count),
  fim: z.nullish(z.enum(fimForms)),
  /** If false, the hub sets no marks for an Anthropic upstream's prompt cache. */
  prompt_cache: z.nullish(z.boolean()),
  /** True if the organisation runs the model, so that requests with the action `route` may go to its first upstream. */
  in_house: z.nullish(z.boolean()),
  price: z.nullish(priceSchema),
  tiers: z.array(z.object({ from_input_tokens: count, price: priceSchema })).check(z.maxLength(10)),
  is_active: z.boolean(),
});
export const modelSchema = z.extend(modelInputSchema, {
  owned_by: z.string(),
  /** False for a model that an upstream lists and no administrator has edited. */
  is_edited: z.boolean(),
});

export const settingsSchema = z.object({
  time_zone: z.string().check(z.maxLength(100)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/u)),
  budget_status: z.union([z.literal(402), z.literal(429)]),
  default_profile_id: id,
  default_sector_id: id,
  /** If true, tokens with a budget in money may use only models with a price. */
  refuses_unpriced: z.boolean(),
  retention_days: z.nullish(count),
});

/** Requests that change something need `x-csrf-token` beside the cookie; on the loopback every request does. */
export const sessionSchema = z.object({
  user: z.object({
    id,
    name,
    login: z.string(),
    role: z.enum(["user", "admin"]),
    profile: z.nullable(z.string()),
    sector: z.nullable(z.string()),
  }),
  csrf_token: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  version: z.string(),
});

/** Ways to sign in; readable without a session. */
export const signInOptionsSchema = z.object({
  password: z.boolean(),
  admin_token: z.boolean(),
  openid: z.nullable(z.object({ name: z.string(), url: z.string() })),
});

export const signInSchema = z.union([
  z.object({ login, password: z.string().check(z.maxLength(200)) }),
  z.object({ admin_token: z.string().check(z.maxLength(500)) }),
]);

export const listPageSchema = z.object({
  object: z.literal("list"),
  data: z.array(z.unknown()),
  has_more: z.boolean(),
  /** The value of `?before=` for the next page; null on the last page. */
  next: z.nullable(z.string()),
});
