import type { FailureKind } from "../../shared/failures/failure.ts";

type ModelErrorCode = "NoPermissions" | "NotFound" | "Blocked";

const codes: Partial<Readonly<Record<FailureKind, ModelErrorCode>>> = {
  auth_missing: "NoPermissions",
  auth_invalid: "NoPermissions",
  auth_expired: "NoPermissions",
  policy_model: "NoPermissions",
  policy_other: "NoPermissions",
  model_not_found: "NotFound",
  budget_exhausted: "Blocked",
  run_budget: "Blocked",
  rate_limited: "Blocked",
  dlp_request: "Blocked",
  dlp_response: "Blocked",
  content_filtered: "Blocked",
};

export function modelErrorCode(kind: FailureKind): ModelErrorCode | undefined {
  return codes[kind];
}
