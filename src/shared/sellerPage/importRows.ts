/** The rows of a checked import as the page shows them, a window at a time. */
import * as z from "zod/mini";

const textSchema = z.string().check(z.maxLength(500));
const valueSchema = z.optional(z.nullable(z.union([textSchema, z.number(), z.boolean()])));

/** One cell of the file, and what the portal has and would have. */
const cellSchema = z.object({
  /** As the file spells it. */
  text: textSchema,
  /** As it is sent; absent for an empty cell and for one that cannot be read. */
  after: valueSchema,
  /** The portal's present value, if it is another. */
  before: valueSchema,
});

export const importRowSchema = z.object({
  line: z.number(),
  /** `unknown`: the portal's records are not known. `invalid` rows are never sent. */
  effect: z.enum(["added", "changed", "same", "unknown", "invalid"]),
  /** In the order of the columns. */
  cells: z.array(cellSchema).check(z.maxLength(60)),
  /** The first error, or the name of the product that is found by its code. */
  note: z.optional(z.string().check(z.maxLength(4_000))),
  /** The record that the row is about, of a table that was made of chosen entries: "Café 1 · MG". */
  subject: z.optional(textSchema),
});

export type ImportRow = Readonly<z.infer<typeof importRowSchema>>;

/** `changed`: rows that would change or add a record, or may do so. */
export const importFilterSchema = z.enum(["all", "changed", "invalid"]);

export type ImportFilter = z.infer<typeof importFilterSchema>;

export const importRowsQuerySchema = z.object({
  show: importFilterSchema,
  offset: z.int().check(z.nonnegative()),
  count: z.int().check(z.positive(), z.lte(200)),
});

export type ImportRowsQuery = Readonly<z.infer<typeof importRowsQuerySchema>>;

export const importRowsSchema = z.object({
  /** Number of rows that pass the filter. */
  matching: z.number(),
  rows: z.array(z.extend(importRowSchema, { isLeftOut: z.boolean() })).check(z.maxLength(200)),
});

export type ImportRowsView = Readonly<z.infer<typeof importRowsSchema>>;

/** One row by its line, or all rows that pass a filter. */
export const importChoiceSchema = z.union([
  z.object({ line: z.int().check(z.positive()) }),
  z.object({ show: importFilterSchema }),
]);

export type ImportChoice = Readonly<z.infer<typeof importChoiceSchema>>;
