import type { FailureKind } from "../shared/failure.ts";

/** A rule applies if one of its patterns matches. */
export interface Rule {
  readonly kind: FailureKind;
  /** Tested against all codes in snake_case, joined by spaces. */
  readonly codes?: RegExp;
  readonly text?: RegExp;
  /** The text counts only with these statuses. */
  readonly statuses?: readonly number[];
}

/**
 * What a body says clearly enough to overrule headers and status. The first match decides: budget beats
 * rate limit, data-loss prevention beats policy, and a reason for 401 or 403 beats the number.
 */
export const decisiveRules: readonly Rule[] = [
  {
    kind: "budget_exhausted",
    codes:
      /budget|spend(?:ing)?_limit|insufficient_(?:quota|credit|fund|balance)|credit_balance|usage_limit_exceeded|quota_exceeded|billing_error|payment_required/u,
    text: /budget (?:has been |was |is )?exceeded|exceed(?:ed|s)? ?(?:the |your |its |monthly )*budget|crossed budget|over (?:its |your |the )?budget|budget (?:is |was )?exhausted|specified api usage limits|insufficient credits/iu,
  },
  { kind: "budget_exhausted", text: /quota/iu, statuses: [402, 403, 412] },
  {
    kind: "dlp_request",
    codes:
      /(?<!\d)20(?:29|30)(?!\d)|dlp|(?<![a-z])pii(?![a-z])|sensitive_data|(?<!\d)900514(?!\d)/u,
    text: /\bdlp\b|data[ -]loss[ -]prevention|\bpii\b|sensitive (?:data|information)/iu,
  },
  {
    kind: "content_filtered",
    codes:
      /content_(?:filter|policy|management)|responsible_?ai|moderation|flagged|(?<![a-z])(?:safety|hate|violence|sexual|self_harm|harassment)(?![a-z])|(?<!\d)201[67](?!\d)/u,
    text: /moderation|content (?:management )?(?:policy|filter)|\bflagged\b|\b(?:hate|violence|harassment)\b/iu,
  },
  { kind: "dlp_request", codes: /guardrail|hook_results|prompt_guard/u, text: /guardrail/iu },
  {
    kind: "context_too_long",
    codes: /context_length|exceed_context_size|context_window|prompt_too_long/u,
    text: /maximum context length|context (?:size|window|length)[^\n]{0,80}exceed|exceed[^\n]{0,80}context (?:size|window|length)|(?:prompt|input) is too long|too many (?:input )?tokens/iu,
  },
  { kind: "model_not_found", codes: /model_not_(?:found|exist)|unknown_model|invalid_model/u },
  {
    kind: "policy_model",
    codes: /(?:model|provider)_(?:blocked|not_allowed|access_denied|forbidden)/u,
    text: /not allowed to (?:access|use) (?:the |this )?model|model[^\n]{0,100} (?:is )?not allowed/iu,
  },
  {
    kind: "auth_missing",
    codes: /virtual_key_required|(?:missing|no)_(?:api_)?(?:key|token|credentials?)(?![a-z_])/u,
  },
  {
    kind: "auth_missing",
    text: /(?:no|missing) (?:api[ _-]?key|(?:authentication |access |bearer )?token|authorization|credentials?)|provide an api key|(?:api[ _-]?key|token|authorization)[^\n.]{0,30}(?:missing|required|not provided)/iu,
    statuses: [401, 403],
  },
  {
    kind: "auth_expired",
    codes:
      /access_blocked|(?:token|key)_(?:is_)?(?:expired|revoked|inactive|disabled)|(?:expired|revoked)_(?:token|key|api_key)/u,
  },
  {
    kind: "auth_expired",
    text: /(?:key|token)[^\n.]{0,60}(?:expired|revoked|inactive|disabled)|(?:expired|revoked) (?:api |access )?(?:key|token)/iu,
    statuses: [401, 403],
  },
  {
    kind: "auth_invalid",
    codes:
      /invalid_(?:api_key|token|key|credentials?)|api_key_invalid|authentication|auth_error|unauthorized|unauthenticated|unrecognized_client/u,
  },
  {
    kind: "auth_invalid",
    text: /(?:invalid|incorrect|unknown|bad) (?:virtual |proxy )?(?:api[ _-]?key|token|credentials?)|(?:api[ _-]?key|token)[^\n.]{0,40}(?:invalid|incorrect|not valid|unknown)/iu,
    statuses: [401, 403],
  },
  {
    kind: "rate_limited",
    codes:
      /rate_?limit|(?:token|request|rate)_limited|too_many_requests|slow_down|throttl|resource_exhausted/u,
  },
  { kind: "request_too_large", codes: /(?:request|payload|entity)_too_large/u },
  { kind: "overloaded", codes: /overloaded|server_busy|unavailable|no_capacity/u },
  {
    kind: "policy_other",
    codes: /permission|polic(?:y|ies)|tool_blocked|forbidden|access_denied/u,
  },
];

/** What counts only where neither headers nor status said anything: common codes, and text at last. */
export const lastRules: readonly Rule[] = [
  {
    kind: "model_not_found",
    text: /\bmodels?\b[^\n]{0,200}(?:not found|does not exist|doesn't exist|not supported|not available)|(?:unknown|invalid|no such) model|^model: \S/imu,
  },
  { kind: "overloaded", text: /loading model|overloaded|at capacity|temporarily unavailable/iu },
  {
    kind: "rate_limited",
    text: /rate limit|too many requests|token limit is exceeded|try again in \d/iu,
  },
  { kind: "auth_invalid", text: /\bunauthori[sz]ed\b|\bunauthenticated\b|invalid api key/iu },
  { kind: "policy_other", text: /\bforbidden\b|\baccess denied\b/iu },
  {
    kind: "bad_request",
    codes: /invalid_request|bad_request|invalid_argument|validation|unprocessable|value_error/u,
  },
];

/** Statuses that say enough by themselves. */
export const decisiveStatuses: ReadonlyMap<number, FailureKind> = new Map([
  [401, "auth_invalid"],
  [402, "budget_exhausted"],
  [403, "policy_other"],
  [407, "proxy_auth"],
  [408, "upstream_error"],
  [412, "budget_exhausted"],
  [413, "request_too_large"],
  [425, "rate_limited"],
  [429, "rate_limited"],
  [431, "request_too_large"],
  [446, "dlp_request"],
  [451, "policy_other"],
  [529, "overloaded"],
]);
