import * as z from "zod/mini";

import { checkDigitNames, ownKindSchema } from "../guarded/ownKinds.ts";
import { dlpActions } from "../guarded/sensitiveKinds.ts";

/** The organisation's own kinds of sensitive data in the administration API. */

const action = z.enum(dlpActions);
const id = z.string().check(z.minLength(1), z.maxLength(200));
const time = z.string().check(z.maxLength(40));
const { placeholder, labels, pattern, case_sensitive, near, excuse } = ownKindSchema.shape;

export const kindInputSchema = z.object({
  placeholder,
  labels,
  pattern: z.nullish(pattern.def.innerType),
  case_sensitive,
  near,
  excuse,
  check_digit: z.nullish(z.enum([...checkDigitNames, "weights"])),
  /** For `weights`: the weights of the digits before the check digit, from the left, as `2, 3, 4`. */
  check_weights: z.nullish(z.string().check(z.regex(/^\d{1,2}(?:[ ,;]{1,3}\d{1,2}){0,59}$/u))),
  check_modulus: z.nullish(z.int().check(z.minimum(2), z.maximum(97))),
  action,
  /** Other actions of some profiles. */
  profiles: z.optional(z.array(z.object({ profile_id: id, action })).check(z.maxLength(200))),
  /** The time until which its values are only counted. */
  acts_from: z.nullish(time),
  is_active: z.boolean(),
});

export const kindSchema = z.extend(kindInputSchema, {
  id,
  /** Number of exact terms; the list itself cannot be read. */
  terms: z.number(),
  created_at: time,
  /** `file`: from the configuration file, so the page cannot change it. */
  source: z.enum(["record", "file"]),
});

export type KindInput = z.infer<typeof kindInputSchema>;
export type KindAnswer = z.infer<typeof kindSchema>;

export const termsInputSchema = z.object({ list: z.string() });
export const termsSchema = z.object({
  terms: z.number(),
  duplicates: z.number(),
  refused: z.number(),
});

export const kindTrialInputSchema = z.object({
  kind: kindInputSchema,
  /** The id of a stored kind, whose terms are used. */
  id: z.nullish(id),
  text: z.string().check(z.maxLength(200_000)),
});

export const kindTrialSchema = z.object({
  found: z.array(z.object({ start: z.number(), end: z.number() })),
  total: z.number(),
  /** Null without a pattern. Each of the `bits` halves the chance that ordinary text matches. */
  cost: z.nullable(z.object({ size: z.number(), longest: z.number(), bits: z.number() })),
});

export const kindWeekSchema = z.object({
  acted: z.number(),
  on_trial: z.number(),
  requests: z.number(),
});
