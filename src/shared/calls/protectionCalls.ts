import * as z from "zod/mini";

import { outcomeSchema } from "../base/outcome.ts";
import type { Contract } from "../base/rpc.ts";
import { foundKindSchema } from "../guarded/foundKind.ts";
import { dlpModes, sensitiveValueSchema } from "../guarded/protection.ts";
import { secretNames } from "../guarded/secretNames.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const textSchema = z.string().check(z.maxLength(10_000_000));
const nothing = z.object({});
const decisionSchema = z.enum(["allow", "mask", "remove"]);
const choicesSchema = z
  .array(z.object({ id: idSchema, decision: decisionSchema }))
  .check(z.maxLength(100));
const inConversation = z.object({ conversationId: idSchema });

export const sensitiveReportSchema = z.object({
  mode: z.enum(dlpModes),
  values: z.array(sensitiveValueSchema).check(z.maxLength(100)),
  total: z.number(),
  undecided: z.number(),
  /** Present if the hub gives the message only to a model in house. */
  route: z.optional(
    z.object({
      /** Absent if there is no such model, so that the hub blocks the message. */
      model: z.optional(z.string().check(z.maxLength(200))),
      mayMask: z.boolean(),
    }),
  ),
  draftVersion: z.optional(z.number()),
});

export type SensitiveReport = z.infer<typeof sensitiveReportSchema>;

/** `decideFirst`: nothing was sent, because a value needs a decision. */
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
  kind: foundKindSchema,
  secret: z.optional(z.enum(secretNames)),
  /** Offsets in the message's text, in UTF-16 units. */
  start: z.number(),
  end: z.number(),
  shown: z.string().check(z.maxLength(100)),
  how: z.enum(["masked", "removed", "clear"]),
  as: z.optional(z.string().check(z.maxLength(50))),
});

export type SentMark = z.infer<typeof sentMarkSchema>;

const sentValuesSchema = z.object({
  marks: z.array(sentMarkSchema).check(z.maxLength(1000)),
  /** Number of different values that were masked or excluded, attachments included. */
  masked: z.number(),
  /** Number of different values that were sent unmasked, attachments included. */
  clear: z.number(),
  /** Number of these values that occur only in attachments. */
  attached: z.number(),
});

export type SentValues = z.infer<typeof sentValuesSchema>;

export const protectionCalls = {
  checkText: {
    params: z.extend(inConversation, { text: textSchema }),
    result: sensitiveReportSchema,
  },
  /** Returns the findings in the messages of this answer's request. */
  checkMessage: {
    params: z.extend(inConversation, { messageId: idSchema }),
    result: sensitiveReportSchema,
  },
  sentValues: {
    params: z.extend(inConversation, { messageId: idSchema }),
    result: sentValuesSchema,
  },
  decideValue: {
    params: z.extend(inConversation, { id: idSchema, decision: decisionSchema }),
    result: nothing,
  },
  /**
   * Applies `choices`, then decides about the other values. `mask` also covers possible values, except those with the
   * doubt `trial`.
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
  showSensitive: {
    params: z.extend(inConversation, { report: sensitiveReportSchema }),
  },
} as const satisfies Contract;
