import * as z from "zod/mini";

import { changeSchema } from "./sellerState.ts";

const textSchema = z.string().check(z.maxLength(4_000));
const idSchema = z.string().check(z.minLength(1), z.maxLength(200));

const journalEntrySchema = z.object({
  id: idSchema,
  at: z.number(),
  environmentName: textSchema,
  environmentKind: z.enum(["sandbox", "production"]),
  source: z.enum(["form", "csv", "chat", "editorTool", "mcp"]),
  origin: z.optional(textSchema),
  batch: z.optional(z.object({ id: idSchema, name: textSchema, count: z.number() })),
  title: textSchema,
  subject: textSchema,
  canUndo: z.boolean(),
  method: textSchema,
  url: textSchema,
  outcome: z.enum(["done", "accepted", "failed", "complaint", "notDone", "unknown"]),
  isSeen: z.optional(z.boolean()),
  canLook: z.boolean(),
  reason: z.optional(textSchema),
  said: z.optional(textSchema),
  answer: z.optional(z.string().check(z.maxLength(8_000))),
  status: z.optional(z.number()),
  requestId: z.optional(textSchema),
  changes: z.array(changeSchema).check(z.maxLength(100)),
});

export type JournalView = Readonly<z.infer<typeof journalEntrySchema>>;

/** The import's page shows the prepared writes; `message` names the omitted ones. */
export const undoneImportSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), message: textSchema }),
  z.object({ ok: z.literal(false), message: textSchema }),
]);

export const journalPageSchema = z.object({
  matching: z.number(),
  entries: z.array(journalEntrySchema).check(z.maxLength(200)),
});

export type JournalPage = Readonly<z.infer<typeof journalPageSchema>>;
