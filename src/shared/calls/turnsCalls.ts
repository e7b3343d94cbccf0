import * as z from "zod/mini";

import { outcomeSchema } from "../base/outcome.ts";
import type { Contract } from "../base/rpc.ts";
import { attachmentInfoSchema } from "../conversation/conversation.ts";
import { imageTypes } from "../conversation/image.ts";
import { sendOutcomeSchema } from "./protectionCalls.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const nothing = z.object({});
const textSchema = z.string().check(z.maxLength(10_000_000));
const modelSchema = z.string().check(z.minLength(1), z.maxLength(500));
/** More answers than three cannot be read side by side. */
const comparedSchema = z.array(modelSchema).check(z.minLength(2), z.maxLength(3));
/** Base64 of 40 MB, the largest image that is scaled down. */
const imageSchema = z.string().check(z.maxLength(56_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/u));

const inConversation = z.object({ conversationId: idSchema });
const onMessage = z.object({ conversationId: idSchema, messageId: idSchema });
const onQueued = z.object({ conversationId: idSchema, id: idSchema });
const unsent = z.object({
  conversationId: idSchema,
  text: textSchema,
  draftVersion: z.int().check(z.nonnegative()),
});

const queuedMessageSchema = z.object({
  id: idSchema,
  text: textSchema,
  attachments: z.array(attachmentInfoSchema).check(z.maxLength(200)),
  model: z.string().check(z.maxLength(500)),
  modelName: z.optional(z.string().check(z.maxLength(500))),
});

export type QueuedMessage = z.infer<typeof queuedMessageSchema>;

export const queueSchema = z.object({
  conversationId: idSchema,
  messages: z.array(queuedMessageSchema).check(z.maxLength(100)),
  /** Why messages wait although no answer is running. */
  pause: z.optional(z.enum(["failed", "stopped", "restored", "undecided"])),
});

export type Queue = z.infer<typeof queueSchema>;

const imageOutcomeSchema = z.object({
  /** `noImage`: the bytes are in none of the four formats, whatever the name. */
  problem: z.optional(z.enum(["noImage", "tooLarge", "tooMany"])),
});

export type ImageProblem = NonNullable<z.infer<typeof imageOutcomeSchema>["problem"]>;

export const turnsCalls = {
  /** The message is sent after the running answers, or at once without a running answer. */
  queueMessage: { params: unsent, result: sendOutcomeSchema },
  editQueued: { params: z.extend(onQueued, { text: textSchema }), result: nothing },
  moveQueued: {
    params: z.extend(onQueued, { index: z.int().check(z.nonnegative()) }),
    result: nothing,
  },
  removeQueued: { params: onQueued, result: nothing },
  sendQueued: { params: onQueued, result: outcomeSchema },
  resumeQueue: { params: inConversation, result: outcomeSchema },
  regenerateWith: { params: z.extend(onMessage, { model: modelSchema }), result: outcomeSchema },
  compareAnswers: {
    params: z.extend(onMessage, { models: comparedSchema }),
    result: outcomeSchema,
  },
  sendToCompare: {
    params: z.extend(unsent, { models: comparedSchema }),
    result: sendOutcomeSchema,
  },
  keepAnswer: { params: onMessage, result: outcomeSchema },
  forkConversation: { params: onMessage, result: outcomeSchema },
  /** The image belongs to this conversation's unsent message, even if another is shown by then. */
  addImage: {
    params: z.extend(inConversation, {
      name: z.string().check(z.maxLength(300)),
      base64: imageSchema,
    }),
    result: imageOutcomeSchema,
  },
  readImage: {
    params: z.object({ id: idSchema }),
    result: z.object({
      image: z.optional(z.object({ mimeType: z.enum(imageTypes), base64: imageSchema })),
    }),
  },
} as const satisfies Contract;

const modelNameSchema = z.object({ id: modelSchema, name: z.string().check(z.maxLength(500)) });

export type ModelName = z.infer<typeof modelNameSchema>;

export const turnsShows = {
  showQueue: { params: queueSchema },
  showImageModels: {
    params: z.object({
      takesImages: z.boolean(),
      others: z.array(modelNameSchema).check(z.maxLength(3)),
    }),
  },
  shrinkImage: {
    params: z.object({ mimeType: z.enum(imageTypes), base64: imageSchema }),
    result: z.object({ base64: z.optional(imageSchema) }),
  },
} as const satisfies Contract;
