import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";
import { pendingApprovalSchema } from "../conversation/tool.ts";

const nothing = z.object({});
const idSchema = z.string().check(z.minLength(1), z.maxLength(100));

const toolsStateSchema = z.object({
  environment: z.optional(z.object({ name: z.string(), isProduction: z.boolean() })),
  access: z.enum(["off", "read", "write"]),
  /** The kill switch: no write until the person allows writes again. */
  isStopped: z.boolean(),
  titles: z.record(z.string(), z.object({ en: z.string(), ptBr: z.string() })),
});

export type ToolsState = Readonly<z.infer<typeof toolsStateSchema>>;

export const toolsCalls = {
  decideTool: {
    params: z.object({
      conversationId: idSchema,
      approvalId: idSchema,
      approve: z.boolean(),
      word: z.optional(z.string().check(z.maxLength(200))),
      acknowledged: z.optional(z.boolean()),
    }),
    result: z.object({
      outcome: z.enum(["done", "gone", "tooEarly", "wrongWord", "notAcknowledged"]),
    }),
  },
  chooseTools: { params: nothing, result: nothing },
} as const satisfies Contract;

export const toolsShows = {
  showTools: { params: toolsStateSchema },
  /** Replaces the earlier set of waiting writes. */
  showApprovals: {
    params: z.object({ conversationId: idSchema, approvals: z.array(pendingApprovalSchema) }),
  },
} as const satisfies Contract;
