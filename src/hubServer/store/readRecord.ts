import * as z from "zod/mini";

import { dataProtectionSchema } from "../../shared/guarded/dataProtection.ts";
import { ownKindSchema } from "../../shared/guarded/ownKinds.ts";
import { dlpActions, olderDlpPolicy, readDlpPolicy } from "../../shared/guarded/sensitiveKinds.ts";
import { agentLevels } from "../../shared/hubApi/agentLevels.ts";
import { policyChecksSchema } from "../../shared/hubApi/doneChecks.ts";
import { type FimForm, fimForms } from "../../shared/hubApi/fimForms.ts";
import { receivedClientSchema } from "../../shared/hubApi/hubClientRules.ts";
import { hubSkillsSchema } from "../../shared/hubApi/hubSkills.ts";
import type { RecordKind, RecordTypes } from "./records.ts";
import { StoreError } from "./store.ts";

const text = z.string();
const texts = z.array(text);
const time = z.number();
/** An amount; a negative or non-numeric limit would allow everything. */
const amount = z.number().check(z.nonnegative());
const named = { id: text, name: text, createdAt: time };

const rateLimits = z.object({
  requestsPerMinute: z.exactOptional(amount),
  tokensPerMinute: z.exactOptional(amount),
  parallelRequests: z.exactOptional(amount),
});

const price = z.object({
  input: amount,
  cachedInput: z.exactOptional(amount),
  cacheWrite: z.exactOptional(amount),
  cacheWriteHour: z.exactOptional(amount),
  output: amount,
});

const schemas: { readonly [K in RecordKind]: z.ZodMiniType<RecordTypes[K]> } = {
  sector: z.object(named),
  profile: z.object({
    ...named,
    policy: z.object({
      allow: texts,
      deny: texts,
      maxOutputTokens: z.exactOptional(amount),
      allowsTools: z.boolean(),
      allowsImages: z.boolean(),
      allowsCompletion: z.exactOptional(z.boolean()),
      forced: z.record(text, z.unknown()),
      capped: z.record(text, z.number()),
    }),
    dlp: z.pipe(
      z.unknown(),
      z.transform((stored) => readDlpPolicy(stored, olderDlpPolicy)),
    ),
    protection: z.exactOptional(dataProtectionSchema),
    rateLimits,
    agent: z.exactOptional(
      z.object({
        isAllowed: z.boolean(),
        maxLevel: z.exactOptional(z.enum(agentLevels)),
        mcpServers: texts,
        mcpPins: z.exactOptional(texts),
        allowsCommands: z.exactOptional(z.boolean()),
        webSites: z.exactOptional(texts),
        checks: z.exactOptional(policyChecksSchema),
        maxRunCost: z.exactOptional(amount),
        maxRunTokens: z.exactOptional(amount),
      }),
    ),
    exclusions: z.exactOptional(texts),
    skills: z.exactOptional(hubSkillsSchema),
    client: z.exactOptional(receivedClientSchema),
  }),
  ownKind: z.object({
    ...named,
    rule: ownKindSchema,
    action: z.enum(dlpActions),
    profiles: z.record(text, z.enum(dlpActions)),
    actsFrom: z.exactOptional(time),
    isActive: z.boolean(),
    terms: z.exactOptional(
      z.object({ key: text, hashes: text, beginnings: text, count: amount, words: amount }),
    ),
    changedAt: time,
  }),
  user: z.object({
    ...named,
    login: text,
    role: z.enum(["user", "admin"]),
    profileId: text,
    sectorId: text,
    isActive: z.boolean(),
    passwordHash: z.exactOptional(text),
    subject: z.exactOptional(text),
    openIdRequest: z.exactOptional(
      z.object({ subject: text, email: text, name: z.exactOptional(text), requestedAt: time }),
    ),
    refusedAt: z.exactOptional(time),
  }),
  token: z.object({
    ...named,
    hash: text,
    last4: text,
    userId: z.exactOptional(text),
    profileId: z.exactOptional(text),
    sectorId: z.exactOptional(text),
    expiresAt: z.exactOptional(time),
    revokedAt: z.exactOptional(time),
    lastUsedAt: z.exactOptional(time),
    rateLimits,
    device: z.exactOptional(
      z.object({
        client: text,
        familyHash: text,
        refreshHash: text,
        previousHash: z.exactOptional(text),
        seed: z.exactOptional(text),
        renewedAt: time,
        refreshUntil: time,
      }),
    ),
  }),
  budget: z.object({
    id: text,
    scope: z.enum(["token", "user", "profile", "sector"]),
    subjectId: text,
    unit: z.enum(["money", "tokens"]),
    limit: amount,
    warnAt: z.array(z.number()),
    createdAt: time,
  }),
  upstream: z.object({
    ...named,
    url: text,
    format: z.enum(["openai", "anthropic", "responses"]),
    keyFrom: z.exactOptional(z.union([z.object({ variable: text }), z.object({ file: text })])),
    isActive: z.boolean(),
  }),
  model: z.pipe(
    z.object({
      id: text,
      name: z.exactOptional(text),
      upstreamId: z.exactOptional(text),
      upstreamModel: z.exactOptional(text),
      upstreamWeight: z.exactOptional(amount),
      fallbacks: z.exactOptional(
        z.array(
          z.object({
            upstreamId: text,
            upstreamModel: z.exactOptional(text),
            weight: z.exactOptional(amount),
            price: z.exactOptional(price),
            isInHouse: z.exactOptional(z.boolean()),
          }),
        ),
      ),
      contextLength: z.exactOptional(amount),
      maxOutputTokens: z.exactOptional(amount),
      fim: z.exactOptional(z.unknown()),
      promptCache: z.exactOptional(z.boolean()),
      isInHouse: z.exactOptional(z.boolean()),
      price: z.exactOptional(price),
      tiers: z.array(z.object({ fromInputTokens: amount, price })),
      isActive: z.boolean(),
      createdAt: time,
    }),
    z.transform(({ fim, ...model }) => ({ ...model, ...(isFimForm(fim) && { fim }) })),
  ),
  settings: z.object({
    id: z.literal("hub"),
    timeZone: text,
    currency: text,
    budgetStatus: z.union([z.literal(402), z.literal(429)]),
    defaultProfileId: text,
    defaultSectorId: text,
    retentionDays: z.exactOptional(z.number()),
    refusesUnpriced: z.exactOptional(z.boolean()),
    adminTokenHash: z.exactOptional(text),
  }),
};

const isFimForm = (value: unknown): value is FimForm => fimForms.some((form) => form === value);

/**
 * Records decide access, routes and costs. A damaged record throws a `StoreError`; an unknown `fim`, from a newer hub,
 * counts as unset.
 */
export function readRecord<K extends RecordKind>(kind: K, stored: object): RecordTypes[K] {
  const schema: z.ZodMiniType<RecordTypes[K]> = schemas[kind];
  const parsed = schema.safeParse(stored);
  if (!parsed.success) {
    throw new StoreError("unavailable", `A stored ${kind} cannot be read; restore a backup.`);
  }
  return parsed.data;
}
