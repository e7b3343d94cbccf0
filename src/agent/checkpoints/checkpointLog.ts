import * as z from "zod/mini";

import { parseJson } from "../../shared/json.ts";

const fileStateSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("missing") }),
  z.object({
    kind: z.literal("file"),
    /** SHA-256 of the content, in hexadecimal. */
    hash: z.string().check(z.regex(/^[\da-f]{64}$/u)),
    size: z.number(),
    /** The permission bits. */
    mode: z.number(),
  }),
  z.object({ kind: z.literal("link"), target: z.string() }),
  /** There is something whose content was not kept: too large, unreadable, no file, or ignored when a command began. */
  z.object({
    kind: z.literal("notKept"),
    why: z.enum(["tooLarge", "unreadable", "special", "ignored"]),
  }),
]);

/** What stands at a path. */
export type FileState = Readonly<z.infer<typeof fileStateSchema>>;

const entrySchema = z.discriminatedUnion("kind", [
  /** A point to which a person can go back. Times are epoch milliseconds; `commit` is where Git stood. */
  z.object({
    kind: z.literal("checkpoint"),
    id: z.string(),
    at: z.number(),
    label: z.string(),
    commit: z.optional(z.string()),
  }),
  /** What stood at a path before the run first changed it after a checkpoint; written before the change. */
  z.object({
    kind: z.literal("before"),
    path: z.string(),
    state: fileStateSchema,
    /** Of a missing file: the topmost folder above it that was missing, too. */
    newFolder: z.optional(z.string()),
    /** The path is a folder in which commands changed what nobody could look at; its state says nothing. */
    isUnknown: z.optional(z.literal(true)),
  }),
  /** What the run left at a path; `by` a command, whose changes were found by comparing. */
  z.object({
    kind: z.literal("after"),
    path: z.string(),
    state: fileStateSchema,
    by: z.optional(z.literal("command")),
  }),
  /**
   * The person kept what the run left: `state` is what later changes are compared with. `isPart`: only some places of the
   * file; `state` has these, the others are still to be decided. Going back ignores it.
   */
  z.object({
    kind: z.literal("kept"),
    path: z.string(),
    state: fileStateSchema,
    isPart: z.optional(z.literal(true)),
  }),
  /** A command starts; `manifest` has what it might change. Written before. */
  z.object({ kind: z.literal("command"), id: z.string(), manifest: z.string() }),
  /** What the command changed is in the log. */
  z.object({ kind: z.literal("commandEnd"), id: z.string() }),
]);

/** One line of a log of checkpoints. Paths are absolute. */
export type CheckpointEntry = Readonly<z.infer<typeof entrySchema>>;

export function serializeEntry(entry: CheckpointEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/**
 * The entries of a log. A last line without its end was being written when the machine stopped: the change that it
 * announces was never made, so it is left out. Any other line that cannot be read ends the log there, since what
 * follows may rest on it; `isDamaged` says so.
 */
export function parseCheckpointLog(text: string): {
  readonly entries: readonly CheckpointEntry[];
  readonly isDamaged: boolean;
} {
  const lines = text.split("\n").slice(0, -1);
  const entries: CheckpointEntry[] = [];
  for (const line of lines) {
    const parsed = entrySchema.safeParse(parseJson(line));
    if (!parsed.success) {
      return { entries, isDamaged: true };
    }
    entries.push(parsed.data);
  }
  return { entries, isDamaged: false };
}

/**
 * Whether two states are the same content of the same kind with the same permissions. Of what was not kept nobody
 * knows, so it is never the same.
 */
export function isSameState(one: FileState, other: FileState): boolean {
  if (one.kind === "file" && other.kind === "file") {
    return one.hash === other.hash && one.mode === other.mode;
  }
  if (one.kind === "link" && other.kind === "link") {
    return one.target === other.target;
  }
  return one.kind === "missing" && other.kind === "missing";
}
