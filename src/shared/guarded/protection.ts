import * as z from "zod/mini";

import { doubtNames } from "./doubts.ts";
import { dlpKinds } from "./sensitiveKinds.ts";

/** How sensitive data is treated before it leaves this machine; the setting `aiHub.dlp.mode`. */
export const dlpModes = ["off", "warn", "mask", "block"] as const;

export type DlpMode = (typeof dlpModes)[number];

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** The place of a value, as the page can show it. Offsets are UTF-16 units. */
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
    /** Counted from 1, in the original document if it is known; absent if the value is in the name. */
    line: z.optional(z.number()),
  }),
  z.object({ where: z.literal("tool"), name: z.string().check(z.maxLength(200)) }),
]);

/** One sensitive value in a text that is about to be sent, or was. */
export const sensitiveValueSchema = z.object({
  /** A keyed hash of the value, never the value itself: equal values have equal ids. */
  id: idSchema,
  kind: z.enum(dlpKinds),
  /** `possible`: it has the form of such a value, but may be something else or a test number. */
  certainty: z.enum(["certain", "possible"]),
  doubt: z.optional(z.enum(doubtNames)),
  /** The value as it may be shown: `***.***.247-25`. */
  shown: z.string().check(z.maxLength(100)),
  place: placeSchema,
  decision: z.optional(z.enum(["allow", "mask", "remove"])),
});

export type SensitiveValue = z.infer<typeof sensitiveValueSchema>;

/** Whether "mask" for a whole message covers this value: every undecided value except a test value. */
export function isMaskedUnasked({ doubt }: Pick<SensitiveValue, "doubt">): boolean {
  return doubt !== "trial";
}
