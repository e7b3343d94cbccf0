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
const checksSchema = z.array(z.union([commandSchema, checkSchema])).check(z.maxLength(10));

export type DoneCheck = z.infer<typeof checkSchema>;

/** `unreadable`: the person set checks, but the setting cannot be read; no run counts as checked. */
export type DoneChecks = readonly DoneCheck[] | "unreadable";

/** Reads `aiHub.agent.checks`: commands, or objects with globs and a limit in time. */
export function readChecks(value: unknown): DoneChecks {
  if (value === undefined || value === null) {
    return [];
  }
  const { data } = checksSchema.safeParse(value);
  return (
    data?.map((check) => (typeof check === "string" ? { command: check } : check)) ?? "unreadable"
  );
}
