import type { FailureKind } from "../../shared/failure.ts";

/** The editor's own kinds of failure, as the `code` of a `LanguageModelError`. */
type ModelErrorCode = "NoPermissions" | "NotFound" | "Blocked";

const codes: Partial<Readonly<Record<FailureKind, ModelErrorCode>>> = {
  auth_missing: "NoPermissions",
  auth_invalid: "NoPermissions",
  auth_expired: "NoPermissions",
  policy_model: "NoPermissions",
  policy_other: "NoPermissions",
  model_not_found: "NotFound",
  budget_exhausted: "Blocked",
  rate_limited: "Blocked",
  dlp_request: "Blocked",
  dlp_response: "Blocked",
  content_filtered: "Blocked",
};

/** Which of the editor's kinds a failure is; undefined if it is none of them. */
export function modelErrorCode(kind: FailureKind): ModelErrorCode | undefined {
  return codes[kind];
}
