import * as z from "zod/mini";

import { readDlpPolicy } from "../../shared/sensitiveKinds.ts";
import type { ProfileRecord, RecordKind, RecordTypes } from "./records.ts";
import { StoreError } from "./store.ts";

const textsSchema = z.array(z.string());
const limitSchema = z.exactOptional(z.number());

/**
 * The fields that decide what a profile allows are required; kinds of sensitive data may be
 * unknown.
 */
const profileSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  policy: z.object({
    allow: textsSchema,
    deny: textsSchema,
    maxOutputTokens: limitSchema,
    allowsTools: z.boolean(),
    allowsImages: z.boolean(),
    forced: z.record(z.string(), z.unknown()),
    capped: z.record(z.string(), z.number()),
  }),
  dlp: z.pipe(
    z.unknown(),
    z.transform((stored) => readDlpPolicy(stored)),
  ),
  rateLimits: z.object({
    requestsPerMinute: limitSchema,
    tokensPerMinute: limitSchema,
    parallelRequests: limitSchema,
  }),
});

/**
 * A record in this hub's form, whichever version stored it. A profile decides what leaves the
 * organisation, so it is parsed: a kind of sensitive data that it does not name gets that kind's
 * default, and a profile whose policy is damaged throws a `StoreError` instead of allowing
 * everything.
 */
export function readRecord<K extends RecordKind>(kind: K, stored: RecordTypes[K]): RecordTypes[K] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- K is "profile" there, which the compiler does not follow
  return kind === "profile" ? (readProfile(stored) as RecordTypes[K]) : stored;
}

function readProfile(stored: object): ProfileRecord & Partial<RecordTypes[RecordKind]> {
  const parsed = profileSchema.safeParse(stored);
  if (!parsed.success) {
    throw new StoreError("unavailable", "A stored profile cannot be read; restore a backup.");
  }
  return parsed.data;
}
