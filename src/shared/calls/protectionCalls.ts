import * as z from "zod/mini";

import { dlpModes, sensitiveValueSchema } from "../protection.ts";
import type { Contract } from "../rpc.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const textSchema = z.string().check(z.maxLength(10_000_000));
const nothing = z.object({});
const decisionSchema = z.enum(["allow", "mask", "remove"]);
const inConversation = z.object({ conversationId: idSchema });

/** What is sensitive in a draft or in what an answer was asked with. */
export const sensitiveReportSchema = z.object({
  mode: z.enum(dlpModes),
  /** The first of them, in the order in which they stand. */
  values: z.array(sensitiveValueSchema).check(z.maxLength(100)),
  total: z.number(),
  /** How many wait for a decision before they may leave. */
  undecided: z.number(),
  /** Of a draft: the version that was looked at, which positions belong to. */
  draftVersion: z.optional(z.number()),
});

export type SensitiveReport = z.infer<typeof sensitiveReportSchema>;

/** Sensitive data in what is about to leave: what the page may ask of the host. */
export const protectionCalls = {
  /** Looks at the whole draft of this version; `isCurrent` is false if the host does not have it yet. */
  checkDraft: {
    params: z.extend(inConversation, { draftVersion: z.int().check(z.nonnegative()) }),
    result: z.object({ isCurrent: z.boolean(), report: sensitiveReportSchema }),
  },
  /** Looks at another text that is about to be sent, such as a message that is edited. */
  checkText: {
    params: z.extend(inConversation, { text: textSchema }),
    result: sensitiveReportSchema,
  },
  /** What was found in the messages that this answer was to be the answer to. */
  checkMessage: {
    params: z.extend(inConversation, { messageId: idSchema }),
    result: sensitiveReportSchema,
  },
  /** Decides about one value for this conversation. */
  decideValue: {
    params: z.extend(inConversation, { id: idSchema, decision: decisionSchema }),
    result: nothing,
  },
  /** Decides about everything that waits in the draft or in `text`, or about all that `checkMessage` finds. */
  decideAll: {
    params: z.extend(inConversation, {
      messageId: z.optional(idSchema),
      text: z.optional(textSchema),
      decision: decisionSchema,
    }),
    result: nothing,
  },
} as const satisfies Contract;

/** What the host tells the page about it. */
export const protectionShows = {
  /** What is sensitive in the draft, shortly after it changed. */
  showSensitive: {
    params: z.extend(inConversation, { report: sensitiveReportSchema }),
    result: nothing,
  },
} as const satisfies Contract;
