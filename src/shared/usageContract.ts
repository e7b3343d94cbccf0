import * as z from "zod/mini";

import { failureSchema } from "./failure.ts";
import type { Contract } from "./rpc.ts";
import { usageReportSchema } from "./usageReport.ts";

const nothing = z.object({});
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/u));

/** What the usage page may ask of the host. */
export const usageHostContract = {
  /** The hub's report; of its present period where no range is given. */
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

/** What the host tells the usage page. */
export const usageViewContract = {
  /** Another hub or token, or another answer: load again. */
  reload: { params: nothing, result: nothing },
} as const satisfies Contract;
