import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";

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
  /** The time of the last message in epoch milliseconds. */
  updatedAt: z.number(),
  messageCount: z.number(),
  workspace: z.optional(z.string()),
  models: z.array(z.string()),
  cost: z.optional(z.object({ amount: z.number(), currency: z.string() })),
  isFavourite: z.boolean(),
  isReadOnly: z.boolean(),
  /** The text around a match. */
  excerpt: z.optional(
    z.object({ messageId: idSchema, text: z.string(), marks: z.array(markSchema) }),
  ),
});

export type HistoryItem = z.infer<typeof historyItemSchema>;

const historyFilterSchema = z.object({
  query: z.string().check(z.maxLength(500)),
  workspace: z.optional(z.string().check(z.maxLength(1000))),
  model: z.optional(z.string().check(z.maxLength(500))),
  since: z.optional(z.number()),
  isFavourite: z.boolean(),
  sort: z.enum(["newest", "mostExpensive"]),
});

export type HistoryFilter = z.infer<typeof historyFilterSchema>;

const historyPageSchema = z.object({
  items: z.array(historyItemSchema),
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
    messages: z.array(
      z.object({
        messageId: idSchema,
        count: z.number(),
        /** Places of the matches in the page's text; empty for a message that the page did not draw. */
        ranges: z.array(z.tuple([z.number(), z.number()])),
      }),
    ),
    isLimited: z.boolean(),
  }),
  /** `pattern`: the search is not a regular expression. `slow`: it took too long. */
  z.object({ ok: z.literal(false), reason: z.enum(["pattern", "slow"]) }),
]);

export type FindResult = z.infer<typeof findResultSchema>;

export const historyCalls = {
  /** Begins a new list and drops the rest of this page's earlier list. */
  listHistory: {
    params: historyFilterSchema,
    result: z.extend(historyPageSchema, {
      ticket: z.int(),
      workspaces: z.array(z.string()),
      models: z.array(z.string()),
    }),
  },
  /** The page may be empty while a search still runs. */
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
  /** A deletion can be undone for a while; then the files are deleted. */
  deleteConversation: { params: onConversation, result: outcomeSchema },
  /** Extends the time in which the deletion can be undone. */
  keepDeleted: { params: onConversation, result: nothing },
  undoDelete: { params: onConversation, result: outcomeSchema },
  exportConversation: { params: onConversation, result: nothing },
  importConversation: { params: nothing, result: z.object({ isImported: z.boolean() }) },
  /** Searches the whole visible path, in the drawn text where the page drew it. */
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

export const historyShows = {
  openHistory: { params: nothing },
  historyChanged: { params: nothing },
  showReadOnly: { params: z.object({ isReadOnly: z.boolean() }) },
} as const satisfies Contract;
