import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";
import { failureSchema } from "../failures/failure.ts";
import { usageReportSchema } from "./usageReport.ts";

const nothing = z.object({});
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/u));

/** The calls that the usage page makes to the host. */
export const usageHostContract = {
  /** The hub's report; without a range, for its present period. */
  load: {
    params: z.object({ range: z.optional(z.object({ start: day, end: day })) }),
    result: z.object({
      host: z.optional(z.string().check(z.maxLength(300))),
      report: z.optional(usageReportSchema),
      failure: z.optional(failureSchema),
    }),
  },
  setToken: { params: nothing, result: nothing },
  diagnose: { params: nothing, result: nothing },
} as const satisfies Contract;

/** The calls that the host makes to the usage page. */
export const usageViewContract = {
  /** The hub or the token changed, or an answer ended: load again. */
  reload: { params: nothing },
} as const satisfies Contract;
