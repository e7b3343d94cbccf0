import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";

const nothing = z.object({});

/** A complete code block of an answer. Lines count from 1. */
const codeSchema = z.object({
  code: z.string().check(z.maxLength(5_000_000)),
  language: z.string().check(z.maxLength(100)),
  fileName: z.optional(z.string().check(z.maxLength(400))),
  startLine: z.optional(z.int().check(z.positive())),
  endLine: z.optional(z.int().check(z.positive())),
});

export type CodeBlockContent = z.infer<typeof codeSchema>;

export const editingCalls = {
  /** Shows the change; the file changes only if the person accepts. */
  applyCode: { params: codeSchema, result: nothing },
  newFile: { params: codeSchema, result: nothing },
  /** Shows the whole commands, asks the person, and runs them. */
  runInTerminal: { params: codeSchema, result: nothing },
} as const satisfies Contract;
