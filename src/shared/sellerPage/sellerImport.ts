/** An import of a CSV file as the seller page shows it; always sent whole. */
import * as z from "zod/mini";

const textSchema = z.string().check(z.maxLength(4_000));

export const importCallSchema = z.enum([
  "saveProduct",
  "updateStock",
  "savePrice",
  "saveDeliveryTerm",
  "saveMinimumOrder",
  "registerTracking",
]);

export type ImportCall = z.infer<typeof importCallSchema>;

export const csvFormatSchema = z.object({
  encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
  delimiter: z.enum([";", ",", "\t", "|"]),
  decimal: z.enum([",", "."]),
});

export type CsvFormatView = Readonly<z.infer<typeof csvFormatSchema>>;

/** A column's title for each field that is imported. */
export const mappingSchema = z.record(
  z.string().check(z.maxLength(200)),
  z.string().check(z.maxLength(1_000)),
);

export const importPlanSchema = z.object({
  call: importCallSchema,
  format: csvFormatSchema,
  mapping: mappingSchema,
});

export type ImportPlanView = Readonly<z.infer<typeof importPlanSchema>>;

const problemSchema = z.object({
  line: z.number(),
  level: z.enum(["error", "warning"]),
  text: textSchema,
});

const checkSchema = z.object({
  rows: z.number(),
  valid: z.number(),
  errorCount: z.number(),
  warningCount: z.number(),
  problems: z.array(problemSchema).check(z.maxLength(1_000)),
  /** The rows that may be written beside what the portal has now; absent where that is not known. */
  compared: z.optional(
    z.object({
      /** The portal has nothing of it yet. */
      added: z.number(),
      changed: z.number(),
      /** The portal has every field of it already. */
      same: z.number(),
    }),
  ),
  /** Why they were not compared. */
  notCompared: z.optional(textSchema),
});

const countsSchema = z.object({
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  unknown: z.number(),
  /** Rows with errors, which are never sent. */
  invalid: z.number(),
  /** Rows that the portal has already, which were not sent. */
  unchanged: z.number(),
});

const fileSchema = z.object({
  name: textSchema,
  size: z.number(),
  header: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(500)),
});

export const importStateSchema = z.object({
  stage: z.enum([
    "none",
    "chosen",
    "checking",
    "checked",
    "running",
    "paused",
    "finished",
    "cancelled",
  ]),
  file: z.optional(fileSchema),
  plan: z.optional(importPlanSchema),
  fields: z.array(z.object({ name: textSchema, label: textSchema })).check(z.maxLength(60)),
  check: z.optional(checkSchema),
  counts: z.optional(countsSchema),
  /** Whose portal the rows go to. */
  environmentName: z.optional(textSchema),
  environmentKind: z.optional(z.enum(["sandbox", "production"])),
  /** Why it stopped, waits or cannot go on. */
  message: z.optional(textSchema),
  /** Rows of this file that an earlier run, which did not end, has dealt with. */
  resumed: z.optional(z.number()),
  hasFailedRows: z.boolean(),
});

export type ImportState = Readonly<z.infer<typeof importStateSchema>>;
