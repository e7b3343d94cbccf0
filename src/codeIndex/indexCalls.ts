import * as z from "zod/mini";

import type { Contract } from "../shared/rpc.ts";
import { leftOutReasons } from "./text/sourceFile.ts";

const pathSchema = z.string().check(z.maxLength(32_000));
const count = z.int().check(z.minimum(0));
const one = { folder: pathSchema };
const nothing = z.object({});

/** What an index has of its folder. */
const folderStateSchema = z.object({
  files: count,
  /** Files whose content was read this time. */
  read: count,
  /** Files that are left out, by the reason. */
  leftOut: z.array(z.tuple([z.enum(leftOutReasons), count])),
  /** Whether there are more files than the index takes. */
  isCut: z.boolean(),
  /** In memory, about. */
  bytes: count,
});

export type FolderState = Readonly<z.infer<typeof folderStateSchema>>;

const hitSchema = z.object({
  path: pathSchema,
  startLine: count,
  endLine: count,
  text: z.string(),
  words: z.array(z.string()),
  score: z.number(),
});

/** What the extension asks of the indexes, which run in a thread of their own. Paths are relative to the folder. */
export const indexCalls = {
  /** Opens what is kept of a folder; searches may begin. */
  open: {
    params: z.object({
      ...one,
      /** Where it is kept; absent keeps it in memory. */
      data: z.optional(pathSchema),
      /** Whether Git's history is read: only of a trusted folder. */
      usesHistory: z.boolean(),
      maxFiles: count,
      /** Patterns as in `.gitignore`. */
      exclude: z.array(z.string().check(z.maxLength(1000))),
    }),
    result: nothing,
  },
  /** Brings the index to what the folder has; reads what changed only. */
  refresh: { params: z.object(one), result: folderStateSchema },
  /** The same after events of the editor. */
  update: { params: z.object({ ...one, paths: z.array(pathSchema) }), result: folderStateSchema },
  /** The text of a file that is not saved; without it the disk's counts again. */
  setText: {
    params: z.object({ ...one, path: pathSchema, text: z.optional(z.string()) }),
    result: nothing,
  },
  search: {
    params: z.object({
      ...one,
      query: z.string().check(z.maxLength(10_000)),
      limit: count,
      below: z.optional(pathSchema),
    }),
    result: z.object({ hits: z.array(hitSchema), isPartial: z.boolean() }),
  },
  /** Deletes what is kept of the folder, at once. */
  remove: { params: z.object(one), result: nothing },
  /** Writes what is not kept yet. */
  close: { params: nothing, result: nothing },
} as const satisfies Contract;
