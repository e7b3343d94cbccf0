import type { FailureKind } from "../../shared/failures/failure.ts";

export type FailureAction =
  | "setToken"
  | "updateToken"
  | "showUsage"
  | "chooseModel"
  | "changeAddress"
  | "diagnose"
  | "newChat"
  | "editMessage";

const connectionActions: readonly FailureAction[] = ["changeAddress", "diagnose"];

const actionsOf: Readonly<Partial<Record<FailureKind, readonly FailureAction[]>>> = {
  auth_missing: ["setToken"],
  auth_invalid: ["updateToken", "diagnose"],
  auth_expired: ["updateToken"],
  budget_exhausted: ["showUsage", "chooseModel"],
  run_budget: ["showUsage"],
  rate_limited: ["chooseModel"],
  policy_model: ["chooseModel"],
  model_not_found: ["chooseModel"],
  overloaded: ["chooseModel"],
  upstream_error: ["chooseModel"],
  first_byte_timeout: ["chooseModel"],
  dlp_request: ["editMessage"],
  dlp_local: ["editMessage"],
  dlp_unread: ["editMessage"],
  content_filtered: ["editMessage"],
  dlp_response: ["editMessage"],
  context_too_long: ["newChat", "chooseModel"],
  request_too_large: ["editMessage"],
  bad_request: ["chooseModel", "diagnose"],
  not_a_hub: connectionActions,
  redirect_refused: connectionActions,
  tls: ["diagnose"],
  proxy_auth: ["diagnose"],
  dns: connectionActions,
  refused: connectionActions,
  port_blocked: connectionActions,
  connect_timeout: connectionActions,
  malformed_stream: ["diagnose"],
  unknown: ["diagnose"],
};

export function failureActions(kind: FailureKind): readonly FailureAction[] {
  return actionsOf[kind] ?? [];
}

const finalKinds: ReadonlySet<FailureKind> = new Set([
  "auth_missing",
  "auth_invalid",
  "auth_expired",
  "policy_model",
  "model_not_found",
  "budget_exhausted",
  "run_budget",
  "dlp_request",
  "dlp_local",
  "dlp_unread",
  "context_too_long",
  "request_too_large",
]);

export function needsChangeFirst(kind: FailureKind): boolean {
  return finalKinds.has(kind);
}
