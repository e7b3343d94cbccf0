import { inspectRequest } from "../../dlp/scanRequest.ts";
import { forEachKind } from "../../shared/guarded/sensitiveKinds.ts";
import { type Fields, stringOf } from "../formats/base/fields.ts";
import type { BillableCall } from "./budgets/admission.ts";

const masking = forEachKind(() => "mask");

/**
 * A label with masked data. The policy for bodies does not apply, because labels are stored. Equal texts get equal
 * masks.
 */
export function maskedLabel(text: string): string {
  const { action, findings, body } = inspectRequest({ label: text }, masking);
  if (findings.length === 0) {
    return text;
  }
  // A value such as base64 cannot be masked.
  const masked = action === "block" ? "" : (stringOf(body["label"]) ?? "");
  return masked.replaceAll(/[^\w.:-]/gu, "x") || "x";
}

export function withMaskedLabels(call: BillableCall): BillableCall {
  const { run, sessionId } = call;
  return {
    ...call,
    ...(run && { run: { ...run, id: maskedLabel(run.id) } }),
    ...(sessionId !== undefined && { sessionId: maskedLabel(sessionId) }),
  };
}

export function labelsOf({ app = "", run, sessionId = "" }: BillableCall): Fields {
  return { headers: { "x-hub-app": app, "x-hub-run": run?.id ?? "", "x-session-id": sessionId } };
}
