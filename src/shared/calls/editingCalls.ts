import * as z from "zod/mini";

import type { Contract } from "../rpc.ts";

const nothing = z.object({});

/** A code block of an answer, whole, with what its header says. Lines are counted from 1. */
const codeSchema = z.object({
  code: z.string().check(z.maxLength(5_000_000)),
  /** As the block names it, in lower case; empty if it names none. */
  language: z.string().check(z.maxLength(100)),
  fileName: z.optional(z.string().check(z.maxLength(400))),
  startLine: z.optional(z.int().check(z.positive())),
  endLine: z.optional(z.int().check(z.positive())),
});

export type CodeBlockContent = z.infer<typeof codeSchema>;

/** From an answer into files of the editor: what the page may ask of the host. */
export const editingCalls = {
  /** Shows what the block would change in its file; nothing is changed before the person accepts it. */
  applyCode: { params: codeSchema, result: nothing },
  /** Opens the block as a file that is not saved yet. */
  newFile: { params: codeSchema, result: nothing },
  /** Shows the commands whole, asks, and runs them. */
  runInTerminal: { params: codeSchema, result: nothing },
} as const satisfies Contract;
