import * as z from "zod/mini";

import { hubProtectionSchema } from "../guarded/dataProtection.ts";
import { agentLevels } from "./agentLevels.ts";
import { policyChecksSchema } from "./doneChecks.ts";
import { exclusionsSchema } from "./exclusions.ts";
import { receivedClientSchema } from "./hubClientRules.ts";

/** Accepts `12.50` or `12,50`; `1,234` is ambiguous, so it is refused. */
export const moneySchema = z
  .string()
  .check(z.regex(/^\d{1,9}(?:\.\d{1,6}|,(?:\d{1,2}|\d{4,6}))?$/u));
const tokens = z.int().check(z.nonnegative(), z.maximum(1_000_000_000_000));

/** A server, its tool, and the SHA-256 of everything that a person sees of the tool. */
const mcpPin = /^[^/\s][^/]*\/.+@[\da-f]{64}$/u;

export const profileAgentSchema = z.object({
  is_allowed: z.boolean(),
  max_level: z.nullish(z.enum(agentLevels)),
  /** Identities of servers (`allowsIdentity`), with `*` for any run of characters; an empty list allows none. */
  mcp_servers: z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(200)),
  /**
   * Reviewed tools as `server/tool@` and a hash (`toolPin`). A server with pins may use only these, unchanged; other
   * servers are not limited. Absent in a change: as before.
   */
  mcp_pins: z.optional(
    z.array(z.string().check(z.regex(mcpPin), z.maxLength(200))).check(z.maxLength(500)),
  ),
  allow_commands: z.optional(z.boolean()),
  /** Sites whose pages are read without a question, as `https://example.com`. */
  web_sites: z.optional(
    z
      .array(z.string().check(z.regex(/^https?:\/\/[a-z\d.:[\]-]+$/u), z.maxLength(200)))
      .check(z.maxLength(200)),
  ),
  /** Commands that must pass before a run is done, beside those of the person. */
  checks: z.optional(policyChecksSchema),
  max_run_cost: z.nullish(moneySchema),
  max_run_tokens: z.nullish(tokens),
});

export type ProfileAgent = z.infer<typeof profileAgentSchema>;

export const openProfileAgent = {
  is_allowed: true,
  max_level: null,
  mcp_servers: ["*"],
  mcp_pins: [],
  allow_commands: true,
  web_sites: [],
  checks: [],
  max_run_cost: null,
  max_run_tokens: null,
} satisfies ProfileAgent;

const completionPolicySchema = z.object({
  is_allowed: z.optional(z.boolean()),
  requests_per_minute: z.nullish(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  /** True if the hub has requests for the next edit. */
  next_edits: z.optional(z.boolean()),
});

/** The answer of `GET /hub/v1/policy`. An absent or null field sets no limit. */
export const hubPolicySchema = z.object({
  agent: z.optional(z.partial(profileAgentSchema)),
  client: z.optional(receivedClientSchema),
  completion: z.optional(completionPolicySchema),
  exclusions: z.optional(exclusionsSchema),
  /** Own kinds of sensitive data (`OwnKind`); those that a client cannot read are left out. */
  own_kinds: z.optional(z.array(z.unknown()).check(z.maxLength(200))),
  sensitive_data: z.optional(hubProtectionSchema),
});

export type HubPolicy = z.infer<typeof hubPolicySchema>;

export type AgentPolicy = NonNullable<HubPolicy["agent"]>;
