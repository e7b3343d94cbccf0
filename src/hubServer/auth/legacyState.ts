import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

const stateSchema = z.object({
  schema: z.literal(1),
  adminTokenHash: z.optional(z.string()),
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      hash: z.string(),
      last4: z.string(),
      /** Epoch milliseconds. */
      createdAt: z.number(),
    }),
  ),
});

/** The content of `state.json`, where a hub without a database kept its data. */
export type LegacyState = z.infer<typeof stateSchema>;

/**
 * Reads the file; undefined if there is none. Throws if it is invalid: going on without it would
 * lock everybody out.
 */
export function readLegacyState(folder: string): LegacyState | undefined {
  const path = join(folder, "state.json");
  if (!existsSync(path)) {
    return undefined;
  }
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    return stateSchema.parse(content);
  } catch (error) {
    throw new Error(`The state file ${path} cannot be read; restore it or move it away.`, {
      cause: error,
    });
  }
}

/** Renames the file once all of it is in the database, so that later revocations are not undone. */
export function retireLegacyState(folder: string): void {
  const path = join(folder, "state.json");
  if (existsSync(path)) {
    renameSync(path, `${path}.migrated`);
  }
}
