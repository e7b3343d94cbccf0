import * as z from "zod/mini";

const maxSeconds = 600;

const commandSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000));
const pattern = z.string().check(z.minLength(1), z.maxLength(300));
const checkSchema = z.strictObject({
  command: commandSchema,
  /** Globs: the check runs only after a change of a matching file. Absent: always. */
  files: z.optional(z.array(pattern).check(z.minLength(1), z.maxLength(50))),
  seconds: z.optional(z.int().check(z.minimum(1), z.maximum(maxSeconds))),
});

export type DoneCheck = z.infer<typeof checkSchema>;

/** Checks in a policy of the hub. */
export const policyChecksSchema = z.array(checkSchema).check(z.maxLength(10));

/** Checks of a person may also be plain commands. */
export const ownChecksSchema = z
  .array(z.union([commandSchema, checkSchema]))
  .check(z.maxLength(10));
