import * as z from "zod/mini";

import { dlpKinds } from "./sensitiveKinds.ts";

/** What is done about sensitive data before it leaves this machine; the setting `aiHub.dlp.mode`. */
export const dlpModes = ["off", "warn", "mask", "block"] as const;

export type DlpMode = (typeof dlpModes)[number];

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** Where a value stands, as the page can show it. Offsets are UTF-16 units. */
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
    /** Counted from 1, in the document it came from where that is known; absent if it is in the name. */
    line: z.optional(z.number()),
  }),
  z.object({ where: z.literal("tool"), name: z.string().check(z.maxLength(200)) }),
]);

/** One sensitive value in what is about to leave, or was about to. */
export const sensitiveValueSchema = z.object({
  /** The same for the same value: a keyed hash, never the value. */
  id: idSchema,
  kind: z.enum(dlpKinds),
  /** Possible: it has the form, but may be something else or a number for trying out. */
  certainty: z.enum(["certain", "possible"]),
  /** As it may be shown: `***.***.247-25`. */
  shown: z.string().check(z.maxLength(100)),
  place: placeSchema,
  /** What the person decided about this value in this conversation. */
  decision: z.optional(z.enum(["allow", "mask", "remove"])),
});

export type SensitiveValue = z.infer<typeof sensitiveValueSchema>;
