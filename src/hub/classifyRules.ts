import type { FailureKind } from "../shared/failure.ts";
import {
  budgetUsedUp,
  contentRefused,
  contextExceeded,
  credentialEnded,
  credentialMissing,
  credentialWrong,
  modelForbidden,
  modelMissing,
  namedCredentialEnded,
  quotaOfMoney,
  quotaUsedUp,
  rateExceeded,
  sensitiveData,
  tooBusy,
  tooManyRequests,
} from "./concepts.ts";
import type { Concept } from "./sentences.ts";

/** A rule applies if its codes, its text or one of its concepts matches. */
export interface Rule {
  readonly kind: FailureKind;
  /** Tested against all codes in snake_case, joined by spaces. */
  readonly codes?: RegExp;
  /** Tested against each sentence, folded: lower case, no accents. */
  readonly text?: RegExp;
  /** A meaning that a sentence, or a code that reads like one, may have in any of the languages. */
  readonly concept?: Concept;
  /** Text and concept count only with these statuses. */
  readonly statuses?: (status: number) => boolean;
  /** Text and concept are ignored if the answer asks for a short wait. */
  readonly unlessShortWait?: boolean;
}

const isAuth = (status: number): boolean => status === 401 || status === 403;
/** Statuses that gateways also use for a rate limit. */
const mayBeRate = (status: number): boolean => status === 429 || status === 503;
const isPayment = (status: number): boolean => status === 402 || status === 412;

/**
 * What overrules headers and status when the body contains it. The first match decides: budget before rate
 * limit, data-loss prevention before policy, and a reason for 401 or 403 before the number itself.
 */
export const decisiveRules: readonly Rule[] = [
  // Before the budgets: the person can raise this cap alone.
  { kind: "run_budget", codes: /(?<![a-z_])run_budget_exceeded/u },
  {
    kind: "budget_exhausted",
    codes:
      /budget|spend(?:ing)?_limit|insufficient_(?:user_)?(?:quota|credit|fund|balance)|credit_balance|usage_limit_exceeded|quota_exceeded|billing_(?:error|hard_limit|not_active)|payment_required|current_quota_error/u,
    text: /crossed budget|specified api usage limits|payment required|exceededbudget/u,
    concept: budgetUsedUp,
  },
  {
    kind: "budget_exhausted",
    concept: quotaUsedUp,
    statuses: (status) => !mayBeRate(status),
  },
  {
    kind: "budget_exhausted",
    concept: quotaOfMoney,
    statuses: mayBeRate,
    unlessShortWait: true,
  },
  {
    kind: "dlp_request",
    codes:
      /(?<!\d)20(?:29|30)(?!\d)|dlp|(?<![a-z])pii(?![a-z])|sensitive_data|lgpd|dados?_(?:pessoa|sensive)|datos_(?:personal|sensible)|(?<!\d)900514(?!\d)/u,
    concept: sensitiveData,
  },
  {
    kind: "content_filtered",
    codes:
      /content_(?:filter|policy|management)|responsible_?ai|moderation|flagged|(?<![a-z])(?:safety|hate|violence|sexual|self_harm|harassment)(?![a-z])|(?<!\d)201[67](?!\d)/u,
    text: /moderation|content (?:management )?(?:policy|filter)|\bflagged\b|\b(?:hate|violence|harassment)\b/u,
    concept: contentRefused,
  },
  { kind: "dlp_request", codes: /guardrail|hook_results|prompt_guard/u, text: /guardrail/u },
  {
    kind: "context_too_long",
    codes: /context_length|exceed_context_size|context_window|prompt_too_long/u,
    text: /maximum context length|context (?:size|window|length)[^\n]{0,80}exceed|exceed[^\n]{0,80}context (?:size|window|length)|(?:prompt|input) is too long|too many (?:input )?tokens/u,
    concept: contextExceeded,
    statuses: (status) => !isAuth(status) && status !== 413,
  },
  { kind: "model_not_found", codes: /model_not_(?:found|exist)|unknown_model|invalid_model/u },
  {
    kind: "policy_model",
    codes:
      /(?:model|provider)_(?:blocked|not_allowed|access_denied|forbidden)|(?<![a-z_])allowed_models/u,
    concept: modelForbidden,
    statuses: (status) => status !== 401,
  },
  {
    kind: "auth_missing",
    codes: /virtual_key_required|(?:missing|no)_(?:api_)?(?:key|token|credentials?)(?![a-z_])/u,
    text: /provide an api key/u,
    concept: credentialMissing,
    statuses: isAuth,
  },
  {
    kind: "auth_expired",
    codes:
      /access_blocked|(?:token|key)_(?:is_)?(?:expired|revoked|inactive|disabled)|(?:expired|revoked)_(?:token|key|api_key)/u,
    concept: credentialEnded,
    statuses: isAuth,
  },
  { kind: "auth_expired", concept: namedCredentialEnded },
  {
    kind: "auth_invalid",
    codes:
      /invalid_(?:api_key|token|key|credentials?)|api_key_invalid|authentication|auth_error|unauthorized|unauthenticated|unrecognized_client/u,
    concept: credentialWrong,
    statuses: isAuth,
  },
  {
    kind: "rate_limited",
    codes:
      /rate_?limit|(?:token|request|rate)_limited|too_many_requests|slow_down|throttl|resource_exhausted/u,
    concept: rateExceeded,
    statuses: (status) => !isPayment(status) && status !== 413 && status !== 431,
  },
  {
    kind: "rate_limited",
    concept: tooManyRequests,
    statuses: (status) => !isPayment(status) && status !== 413 && status !== 431,
  },
  { kind: "request_too_large", codes: /(?:request|payload|entity)_too_large/u },
  { kind: "overloaded", codes: /overloaded|server_busy|unavailable|no_capacity/u },
  {
    kind: "policy_other",
    codes: /permission|polic(?:y|ies)|tool_blocked|forbidden|access_denied/u,
  },
];

/** Used only when neither headers nor status decided: first common codes, then text. */
export const lastRules: readonly Rule[] = [
  {
    kind: "model_not_found",
    codes: /(?<![a-z_])available_models/u,
    text: /^model: \S/u,
    concept: modelMissing,
  },
  {
    kind: "overloaded",
    text: /loading model|overloaded|at capacity|temporarily unavailable/u,
    concept: tooBusy,
  },
  {
    kind: "rate_limited",
    text: /rate limit|too many requests|token limit is exceeded|try again in \d/u,
  },
  {
    kind: "auth_invalid",
    text: /\bunauthori[sz]ed\b|\bunauthenticated\b|invalid api key|nao autenticad|no autenticad/u,
  },
  {
    kind: "policy_other",
    text: /\bforbidden\b|\baccess denied\b|\bacesso (?:negado|proibido)|\bacceso (?:denegado|prohibido)|\b(?:no (?:tienes?|cuentas? con)|nao (?:tem|possui)|sin|sem) (?:permiss|permis)|not have (?:the )?permission|permission denied/u,
    statuses: (status) => status < 500,
  },
  {
    kind: "bad_request",
    codes: /invalid_request|bad_request|invalid_argument|validation|unprocessable|value_error/u,
  },
];

/** Statuses that decide the kind by themselves. */
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
