import * as z from "zod/mini";

import { agentLevels } from "./agentLevels.ts";

const money = z.string().check(z.regex(/^\d{1,9}(?:\.\d{1,6})?$/u));
const tokens = z.int().check(z.nonnegative(), z.maximum(1_000_000_000_000));

/** What an agent of a profile may do, as administrators set it. */
export const profileAgentSchema = z.object({
  /** Whether there may be runs of an agent at all. */
  is_allowed: z.boolean(),
  /** Null: no limit. */
  max_level: z.nullish(z.enum(agentLevels)),
  /** Patterns of the names of MCP servers, with `*` for any run of characters; an empty list allows none. */
  mcp_servers: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(200)),
  /** The highest cap of a run; null: no limit. */
  max_run_cost: z.nullish(money),
  max_run_tokens: z.nullish(tokens),
});

export type ProfileAgent = z.infer<typeof profileAgentSchema>;

/** A profile that limits nothing. */
export const openProfileAgent = {
  is_allowed: true,
  max_level: null,
  mcp_servers: ["*"],
  max_run_cost: null,
  max_run_tokens: null,
} satisfies ProfileAgent;

/** `GET /hub/v1/policy`. A field that is absent, or null, sets no limit. */
export const agentPolicySchema = z.object({ agent: z.optional(z.partial(profileAgentSchema)) });

export type AgentPolicy = NonNullable<z.infer<typeof agentPolicySchema>["agent"]>;
