import * as z from "zod/mini";

import { failureSchema } from "../failure.ts";
import type { Contract } from "../rpc.ts";
import { usageReportSchema } from "../usageReport.ts";

const nothing = z.object({});

/** Editors whose ways to the right side bar differ. */
export const forkSchema = z.enum(["vscode", "vscodium", "cursor", "windsurf", "web", "other"]);

export type Fork = z.infer<typeof forkSchema>;

/** Budgets, rates, policies: what the hub allows: what the page may ask of the host. */
export const governanceCalls = {
  /** Opens the usage view in an editor tab. */
  showUsage: { params: nothing, result: nothing },
  /** Asks the hub for the budgets now; the answer comes as `showBudgets`. */
  refreshBudgets: { params: nothing, result: nothing },
  /** Lets the person choose a place for the view, with the editor's own picker. */
  moveView: { params: nothing, result: nothing },
  /** The tip is not shown again in this editor. */
  dismissTip: { params: nothing, result: nothing },
} as const satisfies Contract;

/** What the host tells the page about it. */
export const governanceShows = {
  /** What is known of budgets and rate limits, without totals and rows; no report while nothing is. */
  showBudgets: {
    params: z.object({
      report: z.optional(
        z.pick(usageReportSchema, { fetchedAt: true, budgets: true, rates: true }),
      ),
      failure: z.optional(failureSchema),
    }),
    result: nothing,
  },
  /** Whether the hub told its models and the chosen one is not among them. */
  showModelState: { params: z.object({ isUnlisted: z.boolean() }), result: nothing },
  /** How the view gets to the right side, in words for this editor; absent once it was dismissed. */
  showTip: { params: z.object({ fork: z.optional(forkSchema) }), result: nothing },
} as const satisfies Contract;
