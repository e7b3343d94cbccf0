import * as z from "zod/mini";

import type { Contract } from "../base/rpc.ts";
import { failureSchema } from "../failures/failure.ts";
import { usageReportSchema } from "./usageReport.ts";

const nothing = z.object({});
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/u));

export const usageHostContract = {
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

export const usageViewContract = {
  reload: { params: nothing },
} as const satisfies Contract;
