import * as z from "zod/mini";

import type { Contract } from "../rpc.ts";
import { pendingApprovalSchema } from "../tool.ts";

const nothing = z.object({});
const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** Which tools a model may call now. */
const toolsStateSchema = z.object({
  /** Where they work; absent if the person chose nothing. */
  environment: z.optional(z.object({ name: z.string(), isProduction: z.boolean() })),
  access: z.enum(["off", "read", "write"]),
  /** The kill switch: no write until the person allows them again. */
  isStopped: z.boolean(),
  /** What people call a tool, by its name. */
  titles: z.record(z.string(), z.object({ en: z.string(), ptBr: z.string() })),
});

export type ToolsState = Readonly<z.infer<typeof toolsStateSchema>>;

/** Tools that a model may call, with the person's approval: what the page may ask of the host. */
export const toolsCalls = {
  /** One decision on one write that waits; all but `done` change nothing. */
  decideTool: {
    params: z.object({
      conversationId: idSchema,
      approvalId: idSchema,
      approve: z.boolean(),
      /** What the person typed, where production asks for it. */
      word: z.optional(z.string().check(z.maxLength(200))),
      acknowledged: z.optional(z.boolean()),
    }),
    result: z.object({
      outcome: z.enum(["done", "gone", "tooEarly", "wrongWord", "notAcknowledged"]),
    }),
  },
  /** Lets the person choose environment and access, with the editor's own picker. */
  chooseTools: { params: nothing, result: nothing },
} as const satisfies Contract;

/** What the host tells the page about it. */
export const toolsShows = {
  showTools: { params: toolsStateSchema, result: nothing },
  /** All writes of the conversation that wait; what was shown before is gone. */
  showApprovals: {
    params: z.object({ conversationId: idSchema, approvals: z.array(pendingApprovalSchema) }),
    result: nothing,
  },
} as const satisfies Contract;
