import * as z from "zod/mini";

import type { Contract } from "../rpc.ts";

const idSchema = z.string().check(z.minLength(1), z.maxLength(100));
const onConversation = z.object({ id: idSchema });
const nothing = z.object({});

const outcomeSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), reason: z.enum(["notFound", "storage", "readOnly"]) }),
]);

export type HistoryOutcome = z.infer<typeof outcomeSchema>;

const markSchema = z.object({ start: z.number(), end: z.number() });

const historyItemSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Epoch milliseconds of the last message. */
  updatedAt: z.number(),
  messageCount: z.number(),
  workspace: z.optional(z.string()),
  /** The newest last. */
  models: z.array(z.string()),
  cost: z.optional(z.object({ amount: z.number(), currency: z.string() })),
  isFavourite: z.boolean(),
  /** Written by a newer version of the extension. */
  isReadOnly: z.boolean(),
  /** Where the words that were looked for stand, with their places in `text`. */
  excerpt: z.optional(
    z.object({ messageId: idSchema, text: z.string(), marks: z.array(markSchema) }),
  ),
});

export type HistoryItem = z.infer<typeof historyItemSchema>;

const historyFilterSchema = z.object({
  /** Words that must all occur, in the title or in any message. */
  query: z.string().check(z.maxLength(500)),
  workspace: z.optional(z.string().check(z.maxLength(1000))),
  model: z.optional(z.string().check(z.maxLength(500))),
  /** Epoch milliseconds: only what was used since. */
  since: z.optional(z.number()),
  isFavourite: z.boolean(),
  sort: z.enum(["newest", "mostExpensive"]),
});

export type HistoryFilter = z.infer<typeof historyFilterSchema>;

const historyPageSchema = z.object({
  items: z.array(historyItemSchema),
  /** Whether these are the last ones. */
  isDone: z.boolean(),
});

export type HistoryItems = z.infer<typeof historyPageSchema>;

const findQuerySchema = z.object({
  text: z.string().check(z.maxLength(1000)),
  isCaseSensitive: z.boolean(),
  isWholeWord: z.boolean(),
  isRegex: z.boolean(),
});

export type FindQuery = z.infer<typeof findQuerySchema>;

const findResultSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    /** Messages of the visible path with at least one match, oldest first. */
    messages: z.array(
      z.object({
        messageId: idSchema,
        count: z.number(),
        /** Start and end of each match in the text that the page gave; none for a message it did not draw. */
        ranges: z.array(z.tuple([z.number(), z.number()])),
      }),
    ),
    /** There are more than are counted. */
    isLimited: z.boolean(),
  }),
  /** `pattern`: not a regular expression; `slow`: it takes too long. */
  z.object({ ok: z.literal(false), reason: z.enum(["pattern", "slow"]) }),
]);

export type FindResult = z.infer<typeof findResultSchema>;

/** Finding, keeping and carrying conversations: what the page may ask of the host. */
export const historyCalls = {
  /** A new list; what another list of this page still had to give is dropped. */
  listHistory: {
    params: historyFilterSchema,
    result: z.extend(historyPageSchema, {
      /** To ask for more of this list. */
      ticket: z.int(),
      /** What can be filtered by. */
      workspaces: z.array(z.string()),
      models: z.array(z.string()),
    }),
  },
  /** What comes next; may be empty while a search goes on. */
  moreHistory: { params: z.object({ ticket: z.int() }), result: historyPageSchema },
  openConversation: { params: onConversation, result: outcomeSchema },
  renameConversation: {
    params: z.extend(onConversation, {
      title: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    }),
    result: outcomeSchema,
  },
  setFavourite: {
    params: z.extend(onConversation, { isFavourite: z.boolean() }),
    result: outcomeSchema,
  },
  /** Can be undone for a while; then its files are deleted. */
  deleteConversation: { params: onConversation, result: outcomeSchema },
  undoDelete: { params: onConversation, result: outcomeSchema },
  /** Lets the person choose format and place. */
  exportConversation: { params: onConversation, result: nothing },
  /** Lets the person choose a file; the conversation in it is shown. */
  importConversation: { params: nothing, result: z.object({ isImported: z.boolean() }) },
  /** Looks for a text in the whole visible path; for messages that the page draws, in the text it draws. */
  findInChat: {
    params: z.object({
      conversationId: idSchema,
      query: findQuerySchema,
      drawn: z
        .array(z.object({ messageId: idSchema, text: z.string().check(z.maxLength(10_000_000)) }))
        .check(z.maxLength(10_000)),
    }),
    result: findResultSchema,
  },
} as const satisfies Contract;

/** What the host tells the page about it. */
export const historyShows = {
  openHistory: { params: nothing, result: nothing },
  /** The list may be another one now. */
  historyChanged: { params: nothing, result: nothing },
  /** The conversation was written by a newer version: it can only be read. */
  showReadOnly: { params: z.object({ isReadOnly: z.boolean() }), result: nothing },
} as const satisfies Contract;
