import * as z from "zod/mini";

import { fieldKindSchema } from "./fieldKind.ts";

const textSchema = z.string().check(z.maxLength(4_000));

export const importCalls = [
  "saveProduct",
  "updateStock",
  "savePrice",
  "saveDeliveryTerm",
  "saveMinimumOrder",
  "registerTracking",
] as const;

export const importCallSchema = z.enum(importCalls);

export type ImportCall = z.infer<typeof importCallSchema>;

export const csvFormatSchema = z.object({
  encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252", "ibm850", "macintosh"]),
  delimiter: z.enum([";", ",", "\t", "|"]),
  decimal: z.enum([",", ".", "unproven"]),
});

export type CsvFormatView = Readonly<z.infer<typeof csvFormatSchema>>;

export const mappingSchema = z.record(
  z.string().check(z.maxLength(200)),
  z.string().check(z.maxLength(1_000)),
);

/** How to read cells without data, such as `#REF!`, by text field. Rows without a choice are refused. */
export const junkSchema = z.optional(
  z.record(z.string().check(z.maxLength(200)), z.enum(["asIs", "empty"])),
);

export const importPlanSchema = z.object({
  call: importCallSchema,
  format: csvFormatSchema,
  mapping: mappingSchema,
  junk: junkSchema,
});

export type ImportPlanView = Readonly<z.infer<typeof importPlanSchema>>;

const problemSchema = z.object({ line: z.number(), text: textSchema });

const checkSchema = z.object({
  rows: z.number(),
  valid: z.number(),
  errorCount: z.number(),
  warningCount: z.number(),
  errors: z.array(problemSchema).check(z.maxLength(1_000)),
  /** Each warning once, with the number of rows and the first of them. */
  warnings: z.array(z.extend(problemSchema, { count: z.number() })).check(z.maxLength(1_000)),
  columns: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(60)),
  previewed: z.number(),
  leftOut: z.object({ changing: z.number(), same: z.number() }),
  questions: z
    .array(
      z.object({
        code: z.enum(["ambiguousNumber", "junkText"]),
        field: textSchema,
        label: textSchema,
        text: textSchema,
        count: z.number(),
      }),
    )
    .check(z.maxLength(60)),
  /** Changes after each check and each choice of rows. */
  revision: textSchema,
  compared: z.optional(
    z.object({
      added: z.number(),
      changed: z.number(),
      same: z.number(),
    }),
  ),
  notCompared: z.optional(textSchema),
});

const countsSchema = z.object({
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  unknown: z.number(),
  invalid: z.number(),
  unchanged: z.number(),
  leftOut: z.number(),
  complained: z.number(),
  accepted: z.number(),
});

const fileSchema = z.object({
  name: textSchema,
  size: z.number(),
  header: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(500)),
  isMade: z.optional(z.boolean()),
});

export const importStateSchema = z.object({
  stage: z.enum([
    "none",
    "chosen",
    "checking",
    "checked",
    "running",
    "paused",
    /** After its end, an import reads accepted rows again. */
    "looking",
    "finished",
    "cancelled",
  ]),
  file: z.optional(fileSchema),
  plan: z.optional(importPlanSchema),
  fields: z
    .array(z.object({ name: textSchema, label: textSchema, kind: fieldKindSchema }))
    .check(z.maxLength(60)),
  /** Titles that read alike, so that a field has no column. */
  doubled: z.optional(z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(500))),
  check: z.optional(checkSchema),
  counts: z.optional(countsSchema),
  environmentName: z.optional(textSchema),
  environmentKind: z.optional(z.enum(["sandbox", "production"])),
  message: z.optional(textSchema),
  /** The refused line that paused the import and may be skipped. */
  refusedLine: z.optional(z.number()),
  /** First lines of accepted rows that the last reading did not show. */
  notSeen: z.optional(z.array(z.number()).check(z.maxLength(200))),
  subjects: z.optional(z.record(z.string(), textSchema)),
  resumed: z.optional(z.number()),
  hasFailedRows: z.boolean(),
  profiles: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)),
  /** Path of a profiles file that cannot be read: no profile is offered or saved. */
  unreadableProfiles: z.optional(z.string().check(z.maxLength(4000))),
  profile: z.optional(textSchema),
  canCheck: z.boolean(),
});

export type ImportState = Readonly<z.infer<typeof importStateSchema>>;
