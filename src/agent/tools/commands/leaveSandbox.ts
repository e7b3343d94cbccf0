import * as z from "zod/mini";

import type { PlannedAct } from "../base/agentTool.ts";

const maxReason = 500;

/** The model's argument: the reason, or true. */
export const leaveValue = z.union([z.boolean(), z.string().check(z.maxLength(maxReason))]);

export function leaveRequest(
  asked: z.infer<typeof leaveValue> | undefined,
): PlannedAct["leavesSandbox"] {
  const text = String(asked ?? "").trim();
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
