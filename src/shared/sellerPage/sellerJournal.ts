/** The journal of writes as the seller page shows it. */
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
  /** The import that the write was a part of: its file, and how many writes it has. */
  batch: z.optional(z.object({ id: idSchema, name: textSchema, count: z.number() })),
  title: textSchema,
  /** The record: "Café torrado 500 g · MG". */
  subject: textSchema,
  /** The values from before can be written again. */
  canUndo: z.boolean(),
  method: textSchema,
  url: textSchema,
  outcome: z.enum(["done", "accepted", "failed", "complaint", "notDone", "unknown"]),
  /** A reading showed it, not its answer. */
  isSeen: z.optional(z.boolean()),
  /** Whether the portal's list or order may show it now. */
  canLook: z.boolean(),
  /** Why it failed or its outcome is unknown. */
  reason: z.optional(textSchema),
  /** The portal's own sentences. */
  said: z.optional(textSchema),
  /** The answer as it came, cut and without secrets. */
  answer: z.optional(z.string().check(z.maxLength(8_000))),
  status: z.optional(z.number()),
  requestId: z.optional(textSchema),
  changes: z.array(changeSchema).check(z.maxLength(100)),
});

export type JournalView = Readonly<z.infer<typeof journalEntrySchema>>;

/** Result of preparing an undo: the import's page shows the writes, `message` names the omitted ones. */
export const undoneImportSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), message: textSchema }),
  z.object({ ok: z.literal(false), message: textSchema }),
]);

export const journalPageSchema = z.object({
  matching: z.number(),
  entries: z.array(journalEntrySchema).check(z.maxLength(200)),
});

export type JournalPage = Readonly<z.infer<typeof journalPageSchema>>;
