import type { FailureKind } from "../../shared/failures/failure.ts";

const whole = (...codes: readonly string[]): RegExp => new RegExp(`^(?:${codes.join("|")})$`, "u");

/** Codes of each kind. The first match wins: budget before rate limit, data-loss prevention before policy. */
export const kindsOfCodes: readonly (readonly [FailureKind, RegExp])[] = [
  ["client_outdated", whole("client_outdated")],
  // Before budgets: the person can raise this cap.
  ["run_budget", whole("run_budget_exceeded")],
  [
    "budget_exhausted",
    whole(
      "(?!thinking|reasoning|retry).*budget.*exceeded|exceeded_budget|budget_exhausted",
      ".*(?:spend|spending|usage)_limit_(?:exceeded|reached)|billing_(?:error|hard_limit_reached)",
      "insufficient_(?:user_)?(?:quota|credits?|funds|balance)|(?:credit_balance|credits)_exhausted",
      "payment_required|quota_exceeded|exceeded_current_quota_error",
    ),
  ],
  ["dlp_unread", whole("dlp_unread")],
  [
    "dlp_request",
    whole(
      "2029|2030|dlp_(?:request|response|blocked|violation).*|(?:request|response)_.*dlp.*",
      "(?!.*(?:fail|error|unavailable)).*(?:(?<![a-z])pii(?![a-z])|sensitive_data|personal_data|lgpd|dados?_(?:pessoais|sensiveis)).*",
    ),
  ],
  [
    "content_filtered",
    whole(
      "2016|2017|(?:.*_)?content_(?:filter|policy|management).*|responsible_ai.*|.*moderation.*",
      ".*flagged.*|safety|prohibited_content|sensitive_words_detected|data_inspection_failed",
    ),
  ],
  ["context_too_long", whole(".*context_(?:length|window|size).*|prompt_too_long")],
  [
    "model_not_found",
    whole(
      "(?:model|deployment)_(?:not_found|not_exists?|does_not_exist)|(?:unknown|invalid)_model",
      "available_models",
    ),
  ],
  [
    "policy_model",
    whole(
      "(?:model|provider)_(?:blocked|forbidden|not_(?:allowed|permitted|enabled|in_.*))",
      ".*(?:model|provider)_access_denied|allowed_models",
    ),
  ],
  [
    "auth_missing",
    whole("virtual_key_required|(?:missing|no)_(?:api_)?(?:key|token|credentials?)"),
  ],
  [
    "auth_expired",
    whole("access_blocked|.*(?:token|key)_(?:is_)?expired|expired_(?:token|key|api_key)"),
  ],
  ["auth_invalid", whole("(?:invalid|incorrect)_(?:api_key|token|key|credentials?)|.*key_invalid")],
  ["rate_limited", whole("rate_limit_exceeded|(?:rate|token|request)_limited|slow_down")],
  ["policy_other", whole("policy_.*|.*:policy_.*|(?:mcp_)?tool_blocked")],
];

/** A guardrail stops sensitive data, but also topics, attacks and words: its codes alone name no reason. */
export const guardrailCode = whole("900514|.*guardrail.*|hook_results|hooks_failed|.*prompt_guard");

const statusesOfCodes: readonly (readonly [number, RegExp])[] = [
  [401, whole("authentication_(?:error|failed)|unauthori[sz]ed|unauthenticated")],
  [403, whole("permission_(?:error|denied)|forbidden|access_denied(?:_exception)?")],
  [413, whole("(?:request|payload)_too_large")],
  [429, whole("rate_limit_error|too_many_requests|throttling.*|resource_exhausted")],
  [529, whole("overloaded(?:_error)?|server_busy")],
  [503, whole("(?:service_)?unavailable(?:_error|_exception)?")],
  [
    400,
    whole("invalid_(?:request_error|argument)|bad_request(?:_error)?|value_error.*|validation_.*"),
  ],
];

export function statusOfCodes(codes: readonly string[]): number | undefined {
  return statusesOfCodes.find(([, pattern]) => codes.some((code) => pattern.test(code)))?.[0];
}
