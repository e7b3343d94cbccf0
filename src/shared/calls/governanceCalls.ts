import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";
import { failureSchema } from "../failures/failure.ts";
import { usageReportSchema } from "../hubApi/usageReport.ts";

const nothing = z.object({});

/** Editors that differ in how a view gets to the right side bar. */
export const forkSchema = z.enum(["vscode", "vscodium", "cursor", "windsurf", "web", "other"]);

export type Fork = z.infer<typeof forkSchema>;

export const governanceCalls = {
  showUsage: { params: nothing, result: nothing },
  /** Asks the hub for the budgets now; they arrive as `showBudgets`. */
  refreshBudgets: { params: nothing, result: nothing },
  /** Lets the person choose a place for the view, with the editor's own picker. */
  moveView: { params: nothing, result: nothing },
  dismissTip: { params: nothing, result: nothing },
} as const satisfies Contract;

export const governanceShows = {
  /** The known budgets and rate limits, without totals and rows; no report if nothing is known. */
  showBudgets: {
    params: z.object({
      report: z.optional(
        z.pick(usageReportSchema, { fetchedAt: true, budgets: true, rates: true }),
      ),
      failure: z.optional(failureSchema),
    }),
  },
  /** Whether the hub listed its models and the chosen one is not among them. */
  showModelState: { params: z.object({ isUnlisted: z.boolean() }) },
  /** How to move the view to the right side in this editor; absent once it was dismissed. */
  showTip: { params: z.object({ fork: z.optional(forkSchema) }) },
} as const satisfies Contract;
