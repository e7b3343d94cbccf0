import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";

const fileStateSchema = z.discriminatedUnion("kind", [
  /** Also a folder with content, which is no file. */
  z.object({ kind: z.literal("missing") }),
  z.object({ kind: z.literal("emptyFolder") }),
  z.object({
    kind: z.literal("file"),
    hash: z.string().check(z.regex(/^[\da-f]{64}$/u)),
    size: z.number(),
    /** The permission bits. */
    mode: z.number(),
  }),
  z.object({ kind: z.literal("link"), target: z.string() }),
  /** The content was not stored: too large, unreadable, not a file, or ignored when a command began. */
  z.object({
    kind: z.literal("notKept"),
    why: z.enum(["tooLarge", "unreadable", "special", "ignored"]),
  }),
]);

export type FileState = Readonly<z.infer<typeof fileStateSchema>>;

const entrySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("checkpoint"),
    id: z.string(),
    at: z.number(),
    label: z.string(),
    commit: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal("before"),
    path: z.string(),
    state: fileStateSchema,
    /** For a missing path: the topmost folder that is made for it, or is itself. */
    newFolder: z.optional(z.string()),
    /** A folder in which commands changed unreadable content; its state is unknown. */
    isUnknown: z.optional(z.literal(true)),
  }),
  /** `by` names a command whose changes a comparison found. */
  z.object({
    kind: z.literal("after"),
    path: z.string(),
    state: fileStateSchema,
    by: z.optional(z.literal("command")),
  }),
  /**
   * The person accepted the state. `isPart`: only some hunks; the others are undecided. A restore ignores the entry.
   */
  z.object({
    kind: z.literal("kept"),
    path: z.string(),
    state: fileStateSchema,
    isPart: z.optional(z.literal(true)),
  }),
  /** Written before a command starts; `manifest` lists the files that it may change. */
  z.object({ kind: z.literal("command"), id: z.string(), manifest: z.string() }),
  z.object({ kind: z.literal("commandEnd"), id: z.string() }),
]);

export type CheckpointEntry = Readonly<z.infer<typeof entrySchema>>;

export function serializeEntry(entry: CheckpointEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/**
 * Drops an unfinished last line: its change was never made. Any other unreadable line ends the log with `isDamaged`,
 * because later entries may depend on it.
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

/** The states have the same content, kind and permissions. A content that was not stored equals nothing. */
export function isSameState(one: FileState, other: FileState): boolean {
  if (one.kind === "file" && other.kind === "file") {
    return one.hash === other.hash && one.mode === other.mode;
  }
  if (one.kind === "link" && other.kind === "link") {
    return one.target === other.target;
  }
  return one.kind === other.kind && (one.kind === "missing" || one.kind === "emptyFolder");
}

export function isMadeFolder(before: FileState, after: FileState): boolean {
  return before.kind === "missing" && after.kind === "emptyFolder";
}
