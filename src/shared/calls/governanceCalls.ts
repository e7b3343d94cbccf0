import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";
import { failureSchema } from "../failures/failure.ts";
import { usageReportSchema } from "../hubApi/usageReport.ts";

const nothing = z.object({});

export const forkSchema = z.enum(["vscode", "vscodium", "cursor", "windsurf", "web", "other"]);

export type Fork = z.infer<typeof forkSchema>;

export const governanceCalls = {
  showUsage: { params: nothing, result: nothing },
  refreshBudgets: { params: nothing, result: nothing },
  moveView: { params: nothing, result: nothing },
  dismissTip: { params: nothing, result: nothing },
} as const satisfies Contract;

export const governanceShows = {
  showBudgets: {
    params: z.object({
      report: z.optional(
        z.pick(usageReportSchema, { fetchedAt: true, budgets: true, rates: true }),
      ),
      failure: z.optional(failureSchema),
    }),
  },
  /** True if the hub's list of models lacks the chosen one. */
  showModelState: { params: z.object({ isUnlisted: z.boolean() }) },
  showTip: { params: z.object({ fork: z.optional(forkSchema) }) },
} as const satisfies Contract;
