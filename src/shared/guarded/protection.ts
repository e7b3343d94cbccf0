import * as z from "zod/mini";

import { doubtNames } from "./doubts.ts";
import { foundKindSchema } from "./foundKind.ts";
import { secretNames } from "./secretNames.ts";

export const dlpModes = ["off", "warn", "mask", "block"] as const;

export type DlpMode = (typeof dlpModes)[number];

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

const placeSchema = z.discriminatedUnion("where", [
  z.object({ where: z.literal("draft"), start: z.number(), end: z.number() }),
  z.object({
    where: z.literal("message"),
    messageId: idSchema,
    start: z.number(),
    end: z.number(),
  }),
  z.object({
    where: z.literal("attachment"),
    attachmentId: idSchema,
    name: z.string().check(z.maxLength(1000)),
    /** Lines count from 1; absent if the value is in the document's name. */
    line: z.optional(z.number()),
  }),
  z.object({ where: z.literal("tool"), name: z.string().check(z.maxLength(200)) }),
]);

export const sensitiveValueSchema = z.object({
  /** A keyed hash, never the value itself: equal values have equal ids. */
  id: idSchema,
  kind: foundKindSchema,
  /** `possible`: the form fits, but the value may be something else or test data. */
  certainty: z.enum(["certain", "possible"]),
  doubt: z.optional(z.enum(doubtNames)),
  secret: z.optional(z.enum(secretNames)),
  shown: z.string().check(z.maxLength(100)),
  place: placeSchema,
  decision: z.optional(z.enum(["allow", "mask", "remove"])),
});

export type SensitiveValue = z.infer<typeof sensitiveValueSchema>;

/** True if "Mask" for a whole message masks the value: all undecided values except test values. */
export function isMaskedUnasked({ doubt }: Pick<SensitiveValue, "doubt">): boolean {
  return doubt !== "trial";
}
