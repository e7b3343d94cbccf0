import * as z from "zod/mini";

import { failureSchema } from "../failures/failure.ts";
import { leftValuesSchema } from "../guarded/leftValues.ts";
import { endedChecksSchema } from "./endedChecks.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** An attachment without its content. */
export const attachmentInfoSchema = z.object({
  id: idSchema,
  kind: z.enum([
    "selection",
    "file",
    "folder",
    "symbol",
    "problems",
    "changes",
    "commit",
    "terminal",
    "search",
    /** Matching lines of the workspace replace it before sending. */
    "codebase",
    "conversation",
    "instructions",
    "image",
  ]),
  name: z.string().check(z.maxLength(1000)),
  path: z.string().check(z.maxLength(4000)),
  /** Set if the editor can open the document again. */
  uri: z.optional(z.string().check(z.maxLength(8000))),
  languageId: z.string().check(z.maxLength(100)),
  /** First and last line, from 1; absent for a whole file. */
  startLine: z.optional(z.number()),
  endLine: z.optional(z.number()),
  size: z.number(),
  mimeType: z.optional(z.string().check(z.maxLength(100))),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** For lines that a search found: the words of the message in them. */
  matched: z.optional(z.string().check(z.maxLength(300))),
  /** Tag, bidirectional-control and zero-width characters (ASCII smuggling). */
  invisibleCharacters: z.optional(z.number()),
});

export type AttachmentInfo = z.infer<typeof attachmentInfoSchema>;

export const usageSchema = z.object({
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  cachedTokens: z.optional(z.number()),
  /** A decimal string as the hub reported it, with the currency if named. */
  cost: z.optional(z.string().check(z.maxLength(50))),
  currency: z.optional(z.string().check(z.maxLength(10))),
  /** A decimal string: the amount that the prompt cache saved. */
  saved: z.optional(z.string().check(z.maxLength(50))),
});

export type Usage = z.infer<typeof usageSchema>;

const userMessageSchema = z.object({
  role: z.literal("user"),
  id: idSchema,
  /** The previous message. Messages form a tree, so an edit or a second answer deletes nothing. */
  parentId: z.nullable(idSchema),
  createdAt: z.number(),
  text: z.string(),
  attachments: z.array(attachmentInfoSchema).check(z.maxLength(200)),
});

const textPartSchema = z.object({ kind: z.enum(["text", "reasoning"]), text: z.string() });

export const toolCallStateSchema = z.enum([
  "waiting",
  "running",
  "done",
  "refused",
  "failed",
  /** The call was sent, but its effect is unknown. */
  "unknown",
]);

export type ToolCallState = z.infer<typeof toolCallStateSchema>;

/** Stored for reading only: nothing is approved or run from it. */
const toolCallPartSchema = z.object({
  kind: z.literal("toolCall"),
  callId: z.string().check(z.maxLength(200)),
  step: z.number(),
  name: z.string().check(z.maxLength(200)),
  arguments: z.string().check(z.maxLength(1_000_000)),
  state: toolCallStateSchema,
  result: z.optional(z.string().check(z.maxLength(200_000))),
  /** The owner of the check that an agent's run made with this call. */
  check: z.optional(z.enum(["person", "organisation"])),
});

export type ToolCallPart = z.infer<typeof toolCallPartSchema>;

const partSchema = z.discriminatedUnion("kind", [textPartSchema, toolCallPartSchema]);

/** `complete` only if the stream reported its end. The page has the states in its `data-state`. */
export const answerStateSchema = z.enum([
  "streaming",
  "complete",
  "incomplete",
  "stopped",
  "failed",
]);

export type AnswerState = z.infer<typeof answerStateSchema>;

const assistantMessageSchema = z.object({
  role: z.literal("assistant"),
  id: idSchema,
  parentId: z.nullable(idSchema),
  createdAt: z.number(),
  model: z.string().check(z.maxLength(500)),
  answeredBy: z.optional(z.string().check(z.maxLength(500))),
  requestId: z.optional(z.string().check(z.maxLength(200))),
  parts: z.array(partSchema),
  state: answerStateSchema,
  comparisonId: z.optional(idSchema),
  finishReason: z.optional(z.string().check(z.maxLength(100))),
  failure: z.optional(failureSchema),
  checks: z.optional(endedChecksSchema),
  /** How sensitive values were sent; absent if there were none. */
  left: z.optional(leftValuesSchema),
  /** Failures that did not end the answer, for example a data-loss-prevention alert. */
  notices: z.array(failureSchema).check(z.maxLength(20)),
  usage: z.optional(usageSchema),
  firstTextMs: z.optional(z.number()),
  durationMs: z.optional(z.number()),
  reasoningMs: z.optional(z.number()),
});

export const messageSchema = z.discriminatedUnion("role", [
  userMessageSchema,
  assistantMessageSchema,
]);

export type UserMessage = z.infer<typeof userMessageSchema>;
export type AssistantMessage = z.infer<typeof assistantMessageSchema>;
export type Message = z.infer<typeof messageSchema>;

/** Events are stored, one a line, and sent to the page. A new kind makes every unhandled switch fail to compile. */
export const chatEventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("titled"), title: z.string().check(z.maxLength(300)) }),
  z.object({ kind: z.literal("userMessageAdded"), message: userMessageSchema }),
  z.object({ kind: z.literal("answerStarted"), message: assistantMessageSchema }),
  /** New text is appended to the earlier text. */
  z.object({ kind: z.literal("answerResumed"), messageId: idSchema, model: z.string() }),
  z.object({
    kind: z.literal("answerIdentified"),
    messageId: idSchema,
    answeredBy: z.optional(z.string()),
    requestId: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal("partDelta"),
    messageId: idSchema,
    part: z.enum(["text", "reasoning"]),
    text: z.string(),
  }),
  z.object({ kind: z.literal("toolCallAdded"), messageId: idSchema, part: toolCallPartSchema }),
  z.object({
    kind: z.literal("toolCallChanged"),
    messageId: idSchema,
    callId: z.string(),
    state: toolCallStateSchema,
    result: z.optional(z.string()),
  }),
  z.object({ kind: z.literal("noticeAdded"), messageId: idSchema, notice: failureSchema }),
  z.object({ kind: z.literal("valuesLeft"), messageId: idSchema, left: leftValuesSchema }),
  z.object({ kind: z.literal("usageReported"), messageId: idSchema, usage: usageSchema }),
  z.object({
    kind: z.literal("answerEnded"),
    messageId: idSchema,
    state: z.enum(["complete", "incomplete", "stopped", "failed"]),
    finishReason: z.optional(z.string()),
    failure: z.optional(failureSchema),
    checks: z.optional(endedChecksSchema),
    firstTextMs: z.optional(z.number()),
    durationMs: z.optional(z.number()),
    reasoningMs: z.optional(z.number()),
  }),
  /** The path continues from the kept answer; the others become branches. */
  z.object({ kind: z.literal("comparisonDecided"), comparisonId: idSchema, keptId: idSchema }),
  /** The visible path now ends at this leaf. */
  z.object({ kind: z.literal("branchSelected"), leafId: idSchema }),
  /** Requests begin with this message; older ones are only shown. Null sends all again. */
  z.object({ kind: z.literal("contextStarted"), fromId: z.nullable(idSchema) }),
]);

export type ChatEvent = z.infer<typeof chatEventSchema>;

/** Only `reduce` in transcript.ts changes a conversation. */
export interface Conversation {
  readonly title: string | undefined;
  readonly messages: readonly Message[];
  readonly leafId: string | null;
  /** Requests begin with this message if it is on the visible path. */
  readonly contextStartId?: string;
}
