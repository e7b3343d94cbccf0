import * as z from "zod/mini";

import { readDlpPolicy } from "../../../shared/guarded/sensitiveKinds.ts";
import {
  type modelPolicySchema,
  profileInputSchema,
  profileSchema,
  type rateLimitsSchema,
  sectorInputSchema,
  sectorSchema,
} from "../../../shared/hubApi/hubAdmin.ts";
import { invalid } from "../../http/invalidField.ts";
import type { ModelPolicy, ProfileRecord, RateLimits } from "../../store/records.ts";
import type { RecordStore } from "../../store/store.ts";
import { isoTime } from "../../values/isoTime.ts";
import type { Collection } from "../base/collection.ts";
import { requireFreeName, usersOf } from "../base/references.ts";
import { agentJson, agentLimitsOf } from "./profileAgent.ts";

const maxParameters = 50;
const maxForcedLength = 10_000;

export function sectorCollection(
  records: RecordStore,
): Collection<"sector", typeof sectorInputSchema> {
  return {
    kind: "sector",
    path: "/sectors",
    idPrefix: "sector",
    input: sectorInputSchema,
    partial: z.partial(sectorInputSchema),
    output: sectorSchema,
    inputOf: ({ name }) => ({ name }),
    nameOf: ({ name }) => name,
    recordOf: async ({ name }, { id, createdAt }) => {
      await requireFreeName(records, "sector", { id, name });
      return { id, name, createdAt };
    },
    show: (sectors) =>
      Promise.resolve(
        sectors.map(({ id, name, createdAt }) => ({ id, name, created_at: isoTime(createdAt) })),
      ),
    usedBy: ({ id }) => usersOf(records, "sectorId", id),
  };
}

export function profileCollection(
  records: RecordStore,
): Collection<"profile", typeof profileInputSchema> {
  return {
    kind: "profile",
    path: "/profiles",
    idPrefix: "profile",
    input: profileInputSchema,
    partial: z.partial(profileInputSchema),
    output: profileSchema,
    inputOf,
    nameOf: ({ name }) => name,
    recordOf: async (input, { id, createdAt, previous }) => {
      const { name, policy, dlp, rate_limits, agent } = input;
      await requireFreeName(records, "profile", { id, name });
      const limits = agentLimitsOf(agent, previous?.agent);
      return {
        id,
        name,
        createdAt,
        policy: policyOf(policy),
        dlp: readDlpPolicy(dlp, previous?.dlp),
        rateLimits: rateLimitsOf(rate_limits),
        ...(limits && { agent: limits }),
        ...keptParts(input, previous),
      };
    },
    show: (profiles) => Promise.resolve(profiles.map(profileJson)),
    usedBy: ({ id }) => usersOf(records, "profileId", id),
  };
}

/** Parts that a change may leave out: the stored ones stay. */
function keptParts(
  input: z.infer<typeof profileInputSchema>,
  previous: ProfileRecord | undefined,
): Pick<ProfileRecord, "exclusions" | "skills" | "protection" | "client"> {
  const { exclusions = [], skills = [], protection, client } = { ...previous, ...input };
  return {
    ...(exclusions.length > 0 && { exclusions }),
    ...(skills.length > 0 && { skills }),
    ...(protection && { protection }),
    ...(client && { client }),
  };
}

function inputOf(profile: ProfileRecord) {
  const { name, policy, dlp, rateLimits, agent, exclusions = [], skills = [], client } = profile;
  const protection = { may_mask: true, refuse_unread: false, ...profile.protection };
  return {
    name,
    policy: policyJson(policy),
    dlp,
    protection,
    rate_limits: rateLimitsJson(rateLimits),
    agent: agentJson(agent),
    exclusions: [...exclusions],
    skills: [...skills],
    client: { settings: {}, minimum_version: null, ...client },
  };
}

function profileJson(profile: ProfileRecord) {
  return { id: profile.id, ...inputOf(profile), created_at: isoTime(profile.createdAt) };
}

export function rateLimitsOf(input: z.infer<typeof rateLimitsSchema> = {}): RateLimits {
  const { requests_per_minute, tokens_per_minute, parallel_requests } = input;
  return {
    ...(typeof requests_per_minute === "number" && { requestsPerMinute: requests_per_minute }),
    ...(typeof tokens_per_minute === "number" && { tokensPerMinute: tokens_per_minute }),
    ...(typeof parallel_requests === "number" && { parallelRequests: parallel_requests }),
  };
}

export function rateLimitsJson(limits: RateLimits): z.infer<typeof rateLimitsSchema> {
  return {
    requests_per_minute: limits.requestsPerMinute ?? null,
    tokens_per_minute: limits.tokensPerMinute ?? null,
    parallel_requests: limits.parallelRequests ?? null,
  };
}

function policyOf(input: z.infer<typeof modelPolicySchema>): ModelPolicy {
  const { allow, deny, max_output_tokens, allows_tools, allows_images, forced, capped } = input;
  const { allows_completion } = input;
  const parameters = new Set([...Object.keys(forced), ...Object.keys(capped)]);
  if (parameters.size > maxParameters) {
    throw invalid(`At most ${maxParameters} parameters can be forced or capped.`, "policy");
  }
  if (JSON.stringify(forced).length > maxForcedLength) {
    throw invalid("The forced parameters are too long.", "policy");
  }
  return {
    allow,
    deny,
    ...(typeof max_output_tokens === "number" && { maxOutputTokens: max_output_tokens }),
    allowsTools: allows_tools,
    allowsImages: allows_images,
    ...(allows_completion === false && { allowsCompletion: false }),
    forced,
    capped,
  };
}

function policyJson(policy: ModelPolicy): object {
  return {
    allow: policy.allow,
    deny: policy.deny,
    max_output_tokens: policy.maxOutputTokens ?? null,
    allows_tools: policy.allowsTools,
    allows_images: policy.allowsImages,
    allows_completion: policy.allowsCompletion !== false,
    forced: policy.forced,
    capped: policy.capped,
  };
}
