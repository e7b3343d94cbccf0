/** An import of a CSV file as the seller page shows it; always sent whole. */
import * as z from "zod/mini";

import { fieldKindSchema } from "./fieldKind.ts";

const textSchema = z.string().check(z.maxLength(4_000));

/** The calls that a row of a file can become. */
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
  encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
  delimiter: z.enum([";", ",", "\t", "|"]),
  /** `unproven`: numbers such as `1.000` are asked about. */
  decimal: z.enum([",", ".", "unproven"]),
});

export type CsvFormatView = Readonly<z.infer<typeof csvFormatSchema>>;

/** The column title for each imported field. */
export const mappingSchema = z.record(
  z.string().check(z.maxLength(200)),
  z.string().check(z.maxLength(1_000)),
);

/** For each text field, how cells without data are read, such as `#REF!`; otherwise their rows are refused. */
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
  /** The first errors. */
  errors: z.array(problemSchema).check(z.maxLength(1_000)),
  /** Once for each column and kind, with the number of rows and the first of them. */
  warnings: z.array(z.extend(problemSchema, { count: z.number() })).check(z.maxLength(1_000)),
  /** The imported columns by their titles in the file. */
  columns: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(60)),
  /** The rows that can be looked at before they are written: the first ones of a very long file. */
  previewed: z.number(),
  /** Rows that the person left out, by whether they would change something. */
  leftOut: z.object({ changing: z.number(), same: z.number() }),
  questions: z
    .array(
      z.object({
        code: z.enum(["ambiguousNumber", "junkText"]),
        field: textSchema,
        label: textSchema,
        /** The first cell in question, and how many there are. */
        text: textSchema,
        count: z.number(),
      }),
    )
    .check(z.maxLength(60)),
  /** Differs after each check and each choice of rows. */
  revision: textSchema,
  /** The comparison of the writable rows with the portal's records; absent if it is not known. */
  compared: z.optional(
    z.object({
      /** The portal has no such record yet. */
      added: z.number(),
      changed: z.number(),
      /** The portal's record already has every field. */
      same: z.number(),
    }),
  ),
  /** Why no comparison was made. */
  notCompared: z.optional(textSchema),
});

const countsSchema = z.object({
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  unknown: z.number(),
  /** Rows with errors, which are never sent. */
  invalid: z.number(),
  /** Rows that were not sent because the portal has the same values. */
  unchanged: z.number(),
  leftOut: z.number(),
  /** Rows that are there although the portal complained. */
  complained: z.number(),
  /** Rows that the portal took, and that no reading shows yet. */
  accepted: z.number(),
});

const fileSchema = z.object({
  name: textSchema,
  size: z.number(),
  header: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(500)),
  /** Made of entries that the person chose: shown in the words of the list, not as a file. */
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
    /** A reading after the end, for the accepted rows. */
    "looking",
    "finished",
    "cancelled",
  ]),
  file: z.optional(fileSchema),
  plan: z.optional(importPlanSchema),
  fields: z
    .array(z.object({ name: textSchema, label: textSchema, kind: fieldKindSchema }))
    .check(z.maxLength(60)),
  /** Titles that read alike, so that a field has no column: nobody knows which of them is meant. */
  doubled: z.optional(z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(500))),
  check: z.optional(checkSchema),
  counts: z.optional(countsSchema),
  environmentName: z.optional(textSchema),
  environmentKind: z.optional(z.enum(["sandbox", "production"])),
  /** Why the import stopped, waits or cannot continue. */
  message: z.optional(textSchema),
  /** The line whose refusal paused the import, and which may be skipped. */
  refusedLine: z.optional(z.number()),
  /** The first lines of the accepted rows that the last reading did not show. */
  notSeen: z.optional(z.array(z.number()).check(z.maxLength(200))),
  /** The records of these lines, of a table that was made. */
  subjects: z.optional(z.record(z.string(), textSchema)),
  /** Rows of this file that an earlier, interrupted run already finished. */
  resumed: z.optional(z.number()),
  hasFailedRows: z.boolean(),
  /** The saved profiles for a file with the same columns, by their names. */
  profiles: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)),
  /** The file of the profiles, if it cannot be read: no profile is offered or saved then. */
  unreadableProfiles: z.optional(z.string().check(z.maxLength(4000))),
  /** The profile by which the file is read. */
  profile: z.optional(textSchema),
  /** Whether each required field has a column. */
  canCheck: z.boolean(),
});

export type ImportState = Readonly<z.infer<typeof importStateSchema>>;
