import * as z from "zod/mini";

export const maxTrajectoryLength = 2_000_000;

const name = z.string().check(z.minLength(1), z.maxLength(200));
const args = z.record(z.string(), z.unknown());

const pattern = z.string().check(
  z.maxLength(2_000),
  z.refine((text) => expression(text) !== undefined, "it is not a regular expression"),
);

const chunking = z.int().check(z.minimum(1), z.maximum(100_000));

const stepSchema = z.strictObject({
  expect: z.optional(pattern),
  text: z.optional(z.string()),
  calls: z.optional(z.array(z.strictObject({ tool: name, args })).check(z.maxLength(128))),
  chunking: z.optional(chunking),
  cut: z.optional(z.enum(["length", "socket"])),
});

const dialectSchema = z.record(name, z.strictObject({ name, args }));

const trajectorySchema = z.strictObject({
  steps: z.array(stepSchema).check(z.minLength(1), z.maxLength(1_000)),
  chunking: z.optional(chunking),
  dialects: z.optional(z.record(name, dialectSchema)),
});

/**
 * A step is one answer of the model; the next step follows the results of its calls.
 *
 * - `expect`: a regular expression for the previous results. - `cut`: the answer breaks off in its last call.
 */
export type Trajectory = z.infer<typeof trajectorySchema>;

export interface PlayedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Another program's names for our tools, with arguments as a pattern over ours. */
export type Dialect = z.infer<typeof dialectSchema>;

export class TrajectoryError extends Error {
  override readonly name = "TrajectoryError";
}

/** Throws a `TrajectoryError` that names the wrong place. */
export function parseTrajectory(text: string): Trajectory {
  const parsed = trajectorySchema.safeParse(jsonOf(text));
  if (!parsed.success) {
    throw new TrajectoryError(describe(parsed.error.issues[0]));
  }
  return parsed.data;
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const place = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].join(".");
  if (unknown !== undefined) {
    return `there is no field ${place}`;
  }
  const reason = issue?.code === "custom" ? issue.message : "its value is missing or not allowed";
  return place === "" ? "it is not an object" : `${place}: ${reason}`;
}

export function expression(text: string): RegExp | undefined {
  try {
    return new RegExp(text, "mu");
  } catch {
    // The caller names the wrong expression.
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TrajectoryError(error instanceof Error ? error.message : "it is not JSON", {
      cause: error,
    });
  }
}
