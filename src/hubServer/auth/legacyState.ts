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
      createdAt: z.number(),
    }),
  ),
});

export type LegacyState = z.infer<typeof stateSchema>;

/** Throws for an invalid file: without it, everybody would be locked out. */
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

/** Renames the file, because a second import could undo later revocations. */
export function retireLegacyState(folder: string): void {
  const path = join(folder, "state.json");
  if (existsSync(path)) {
    renameSync(path, `${path}.migrated`);
  }
}
