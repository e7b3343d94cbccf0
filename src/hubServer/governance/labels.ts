import { inspectRequest } from "../../dlp/scanRequest.ts";
import { forEachKind } from "../../shared/sensitiveKinds.ts";
import { type Fields, stringOf } from "../formats/fields.ts";
import type { BillableCall } from "./admission.ts";

const masking = forEachKind(() => "mask");

/**
 * A text that a client chose for its requests, such as the id of a run, with personal data masked. It is stored with each
 * request, whatever the policy allows in bodies. The same text gives the same mask, so the requests of a run stay together.
 */
export function maskedLabel(text: string): string {
  const { action, findings, body } = inspectRequest({ label: text }, masking);
  if (findings.length === 0) {
    return text;
  }
  // A value that cannot be masked, such as base64, would block a body.
  const masked = action === "block" ? "" : (stringOf(body["label"]) ?? "");
  return masked.replaceAll(/[^\w.:-]/gu, "x") || "x";
}

/** The call with masked labels; that of its application is cleaned by `AppNames`. */
export function withMaskedLabels(call: BillableCall): BillableCall {
  const { run, sessionId } = call;
  return {
    ...call,
    ...(run && { run: { ...run, id: maskedLabel(run.id) } }),
    ...(sessionId !== undefined && { sessionId: maskedLabel(sessionId) }),
  };
}

/** The labels as they came, to inspect by the policy. */
export function labelsOf({ app = "", run, sessionId = "" }: BillableCall): Fields {
  return { headers: { "x-hub-app": app, "x-hub-run": run?.id ?? "", "x-session-id": sessionId } };
}
