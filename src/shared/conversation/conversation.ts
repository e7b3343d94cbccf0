import * as z from "zod/mini";

import { failureSchema } from "../failures/failure.ts";
import { leftValuesSchema } from "../guarded/leftValues.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** The description of an attachment without its content: enough to show it and to find its place again. */
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
    /** Stands for lines of the whole workspace; what fits the message takes its place before it is sent. */
    "codebase",
    "conversation",
    "instructions",
    "image",
  ]),
  /** File name without its folder. */
  name: z.string().check(z.maxLength(1000)),
  /** Path as people know it: relative to the workspace if it is inside one. */
  path: z.string().check(z.maxLength(4000)),
  /** Address of the document, if the editor can open it again. */
  uri: z.optional(z.string().check(z.maxLength(8000))),
  languageId: z.string().check(z.maxLength(100)),
  /** First and last line, counted from 1; absent for a whole file. */
  startLine: z.optional(z.number()),
  endLine: z.optional(z.number()),
  /** Length of the content in UTF-16 units. */
  size: z.number(),
  /** For an image: its type and its size in pixels. Its content is base64. */
  mimeType: z.optional(z.string().check(z.maxLength(100))),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** Of lines that a search found: the words of the message that are in them. */
  matched: z.optional(z.string().check(z.maxLength(300))),
  /** Number of tag, bidirectional-control and zero-width characters in the content (ASCII smuggling). */
  invisibleCharacters: z.optional(z.number()),
});

export type AttachmentInfo = z.infer<typeof attachmentInfoSchema>;

export const usageSchema = z.object({
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  cachedTokens: z.optional(z.number()),
  /** Decimal string as the hub reported it, with the currency if the hub named one. */
  cost: z.optional(z.string().check(z.maxLength(50))),
  currency: z.optional(z.string().check(z.maxLength(10))),
  /** Decimal string: money that the prompt cache saved, as the hub reported it. */
  saved: z.optional(z.string().check(z.maxLength(50))),
});

export type Usage = z.infer<typeof usageSchema>;

const userMessageSchema = z.object({
  role: z.literal("user"),
  id: idSchema,
  /** The message that this one follows. Messages form a tree, so an edit or a second answer deletes nothing. */
  parentId: z.nullable(idSchema),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  text: z.string(),
  attachments: z.array(attachmentInfoSchema).check(z.maxLength(200)),
});

const textPartSchema = z.object({ kind: z.enum(["text", "reasoning"]), text: z.string() });

export const toolCallStateSchema = z.enum([
  /** Waits for the person's approval. */
  "waiting",
  "running",
  "done",
  /** Refused by the person, a limit or a rule. */
  "refused",
  "failed",
  /** The call was sent, and whether it took effect is not known. */
  "unknown",
]);

export type ToolCallState = z.infer<typeof toolCallStateSchema>;

/** A tool call as a part of an answer. It is stored for reading only: nothing is approved or run from it. */
const toolCallPartSchema = z.object({
  kind: z.literal("toolCall"),
  callId: z.string().check(z.maxLength(200)),
  /** Calls with the same number were requested together. */
  step: z.number(),
  name: z.string().check(z.maxLength(200)),
  /** JSON text as the model wrote it, bounded. */
  arguments: z.string().check(z.maxLength(1_000_000)),
  state: toolCallStateSchema,
  /** The result that the model got, bounded. */
  result: z.optional(z.string().check(z.maxLength(200_000))),
});

export type ToolCallPart = z.infer<typeof toolCallPartSchema>;

const partSchema = z.discriminatedUnion("kind", [textPartSchema, toolCallPartSchema]);

/** `complete` only if the stream reported its end; also the page's `data-state`. */
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
  /** The model that was requested. */
  model: z.string().check(z.maxLength(500)),
  /** The model that the answer itself names. */
  answeredBy: z.optional(z.string().check(z.maxLength(500))),
  requestId: z.optional(z.string().check(z.maxLength(200))),
  parts: z.array(partSchema),
  state: answerStateSchema,
  /** Answers of one comparison share this id; they are shown beside each other. */
  comparisonId: z.optional(idSchema),
  /** The hub's reason for the end: `stop`, `length`, … */
  finishReason: z.optional(z.string().check(z.maxLength(100))),
  failure: z.optional(failureSchema),
  /** How the sensitive values of its requests left this machine; absent if there were none. */
  left: z.optional(leftValuesSchema),
  /** Failures that did not end the answer, for example a data-loss-prevention alert. */
  notices: z.array(failureSchema).check(z.maxLength(20)),
  usage: z.optional(usageSchema),
  /** Milliseconds from sending to the first text, and to the end. */
  firstTextMs: z.optional(z.number()),
  durationMs: z.optional(z.number()),
  /** Milliseconds between the first reasoning and the first text. */
  reasoningMs: z.optional(z.number()),
});

export const messageSchema = z.discriminatedUnion("role", [
  userMessageSchema,
  assistantMessageSchema,
]);

export type UserMessage = z.infer<typeof userMessageSchema>;
export type AssistantMessage = z.infer<typeof assistantMessageSchema>;
export type Message = z.infer<typeof messageSchema>;

/**
 * Everything that can happen to a conversation. These events are stored, one a line, and sent to the page. A new
 * kind makes every unhandled switch fail to compile.
 */
export const chatEventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("titled"), title: z.string().check(z.maxLength(300)) }),
  z.object({ kind: z.literal("userMessageAdded"), message: userMessageSchema }),
  z.object({ kind: z.literal("answerStarted"), message: assistantMessageSchema }),
  /** The same answer continues: its text so far stays and new text is appended. */
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
  /** A request for the answer is sent, with sensitive values in it or masked. */
  z.object({ kind: z.literal("valuesLeft"), messageId: idSchema, left: leftValuesSchema }),
  z.object({ kind: z.literal("usageReported"), messageId: idSchema, usage: usageSchema }),
  z.object({
    kind: z.literal("answerEnded"),
    messageId: idSchema,
    state: z.enum(["complete", "incomplete", "stopped", "failed"]),
    finishReason: z.optional(z.string()),
    failure: z.optional(failureSchema),
    firstTextMs: z.optional(z.number()),
    durationMs: z.optional(z.number()),
    reasoningMs: z.optional(z.number()),
  }),
  /** The person kept one answer of a comparison: the path continues from it, the others become branches. */
  z.object({ kind: z.literal("comparisonDecided"), comparisonId: idSchema, keptId: idSchema }),
  /** The person switched to another branch: the visible path now ends at this leaf. */
  z.object({ kind: z.literal("branchSelected"), leafId: idSchema }),
  /** Requests begin with this message; older ones are shown but not sent. Null sends all again. */
  z.object({ kind: z.literal("contextStarted"), fromId: z.nullable(idSchema) }),
]);

export type ChatEvent = z.infer<typeof chatEventSchema>;

/** One conversation as a value; only `reduce` in transcript.ts changes it. */
export interface Conversation {
  readonly title: string | undefined;
  /** In the order in which they arrived; `parentId` makes them a tree. */
  readonly messages: readonly Message[];
  /** The message at the end of the visible path. */
  readonly leafId: string | null;
  /** Requests begin with this message if it is on the visible path; absent if nothing is left out. */
  readonly contextStartId?: string;
}
