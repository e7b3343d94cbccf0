import * as z from "zod/mini";

const textSchema = z.string().check(z.maxLength(500));
const valueSchema = z.optional(z.nullable(z.union([textSchema, z.number(), z.boolean()])));

const cellSchema = z.object({
  text: textSchema,
  /** The value to send; absent for an empty or unreadable cell. */
  after: valueSchema,
  before: valueSchema,
});

export const importRowSchema = z.object({
  line: z.number(),
  /** `unknown`: the portal's records are not known. `invalid` rows are never sent. */
  effect: z.enum(["added", "changed", "same", "unknown", "invalid"]),
  cells: z.array(cellSchema).check(z.maxLength(60)),
  note: z.optional(z.string().check(z.maxLength(4_000))),
  subject: z.optional(textSchema),
});

export type ImportRow = Readonly<z.infer<typeof importRowSchema>>;

/** `changed`: rows that would, or may, change or add a record. */
export const importFilterSchema = z.enum(["all", "changed", "invalid"]);

export type ImportFilter = z.infer<typeof importFilterSchema>;

export const importRowsQuerySchema = z.object({
  show: importFilterSchema,
  offset: z.int().check(z.nonnegative()),
  count: z.int().check(z.positive(), z.lte(200)),
});

export type ImportRowsQuery = Readonly<z.infer<typeof importRowsQuerySchema>>;

export const importRowsSchema = z.object({
  matching: z.number(),
  rows: z.array(z.extend(importRowSchema, { isLeftOut: z.boolean() })).check(z.maxLength(200)),
});

export type ImportRowsView = Readonly<z.infer<typeof importRowsSchema>>;

export const importChoiceSchema = z.union([
  z.object({ line: z.int().check(z.positive()) }),
  z.object({ show: importFilterSchema }),
]);

export type ImportChoice = Readonly<z.infer<typeof importChoiceSchema>>;
