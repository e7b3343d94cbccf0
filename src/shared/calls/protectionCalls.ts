import * as z from "zod/mini";

import { outcomeSchema } from "../base/outcome.ts";
import type { Contract } from "../base/rpc.ts";
import { dlpModes, sensitiveValueSchema } from "../guarded/protection.ts";
import { dlpKinds } from "../guarded/sensitiveKinds.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const textSchema = z.string().check(z.maxLength(10_000_000));
const nothing = z.object({});
const decisionSchema = z.enum(["allow", "mask", "remove"]);
/** A person's decisions about single values. */
const choicesSchema = z
  .array(z.object({ id: idSchema, decision: decisionSchema }))
  .check(z.maxLength(100));
const inConversation = z.object({ conversationId: idSchema });

/** The sensitive values in a draft, or in the messages of a request. */
export const sensitiveReportSchema = z.object({
  mode: z.enum(dlpModes),
  /** The first values, in the order of their places. */
  values: z.array(sensitiveValueSchema).check(z.maxLength(100)),
  total: z.number(),
  /** Number of values that need a decision before they may be sent. */
  undecided: z.number(),
  /** For a draft: the version that was scanned; positions refer to it. */
  draftVersion: z.optional(z.number()),
});

export type SensitiveReport = z.infer<typeof sensitiveReportSchema>;

/** The result of sending the draft. With `decideFirst` nothing was sent: a value in it needs a decision. */
export const sendOutcomeSchema = z.union([
  outcomeSchema,
  z.object({
    ok: z.literal(false),
    reason: z.literal("decideFirst"),
    report: sensitiveReportSchema,
  }),
]);

export type SendOutcome = z.infer<typeof sendOutcomeSchema>;

export type SensitiveChoices = z.infer<typeof choicesSchema>;

const sentMarkSchema = z.object({
  kind: z.enum(dlpKinds),
  /** Offsets in the message's text, in UTF-16 units. */
  start: z.number(),
  end: z.number(),
  /** The value as it may be shown: `***.***.247-25`. */
  shown: z.string().check(z.maxLength(100)),
  how: z.enum(["masked", "removed", "clear"]),
  /** The placeholder that was sent instead, if it is known. */
  as: z.optional(z.string().check(z.maxLength(50))),
});

export type SentMark = z.infer<typeof sentMarkSchema>;

/** How the sensitive values of a sent message left this machine. */
const sentValuesSchema = z.object({
  /** The values in the message's text, in order, without overlap. */
  marks: z.array(sentMarkSchema).check(z.maxLength(1000)),
  /** Number of different values that left masked or were left out, also in what was attached. */
  masked: z.number(),
  /** Number of different values that left as they are, also in what was attached. */
  clear: z.number(),
  /** Number of these values that are only in what was attached. */
  attached: z.number(),
});

export type SentValues = z.infer<typeof sentValuesSchema>;

export const protectionCalls = {
  /** Scans another text that is about to be sent, such as an edited message. */
  checkText: {
    params: z.extend(inConversation, { text: textSchema }),
    result: sensitiveReportSchema,
  },
  /** The findings in the messages that this answer was requested with. */
  checkMessage: {
    params: z.extend(inConversation, { messageId: idSchema }),
    result: sensitiveReportSchema,
  },
  /** How the values of a person's message left, as far as requests recorded it. */
  sentValues: {
    params: z.extend(inConversation, { messageId: idSchema }),
    result: sentValuesSchema,
  },
  /** Decides about one value in this conversation. */
  decideValue: {
    params: z.extend(inConversation, { id: idSchema, decision: decisionSchema }),
    result: nothing,
  },
  /**
   * Keeps the decisions in `choices`, then decides about all other undecided values in the draft or in `text`, or
   * about all findings of `checkMessage`. `mask` also covers possible values, except those with the doubt `trial`.
   */
  decideAll: {
    params: z.extend(inConversation, {
      messageId: z.optional(idSchema),
      text: z.optional(textSchema),
      decision: decisionSchema,
      choices: z.optional(choicesSchema),
    }),
    result: nothing,
  },
} as const satisfies Contract;

export const protectionShows = {
  /** The sensitive values in the draft, shortly after it changed. */
  showSensitive: {
    params: z.extend(inConversation, { report: sensitiveReportSchema }),
  },
} as const satisfies Contract;
