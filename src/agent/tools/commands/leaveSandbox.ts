import * as z from "zod/mini";

import type { PlannedAct } from "../base/agentTool.ts";

const maxReason = 500;

/** The model's argument: the reason; some models send true or false. */
export const leaveReason = z.pipe(
  z.transform((value: unknown) => (typeof value === "boolean" ? String(value) : value)),
  z
    .string()
    .check(
      z.maxLength(maxReason),
      z.describe(
        "Only if it failed in the sandbox, which has no network: why it must run outside, in a few words. The person is asked.",
      ),
    ),
);

export function leaveRequest(asked = ""): PlannedAct["leavesSandbox"] {
  const text = asked.trim();
  const isNo = text === "" || /^(?:false|no)$/iu.test(text);
  return isNo ? undefined : { reason: /^(?:true|yes)$/iu.test(text) ? "" : text };
}

/** The text is on one line, so that it cannot look like our own line. */
export function leaveText(asked: PlannedAct["leavesSandbox"]): string {
  if (!asked) {
    return "";
  }
  const line = asked.reason.replaceAll(/\s+/gu, " ");
  return line === ""
    ? "\nThe model does not say why it must run outside the sandbox."
    : `\nThe model says why: ${line}`;
}
