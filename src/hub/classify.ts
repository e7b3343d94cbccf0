import type { FailureKind } from "../shared/failure.ts";
import { type ErrorSignals, parseJson, readErrorSignals } from "./errorSignals.ts";
import { failureOf } from "./failureFields.ts";
import { HubError } from "./hubError.ts";
import { retryAfterMs } from "./retryAfter.ts";

/** An answer that is an error: its status, headers and the beginning of its body. */
export interface ErrorAnswer {
  /** HTTP status; 200 for an error inside a stream or a successful answer. */
  readonly status: number;
  readonly headers: Headers;
  /** At most 100 KiB of the body. */
  readonly text: string;
}

export interface ClassifyContext {
  /** Epoch milliseconds, to turn waiting times into points in time. */
  readonly now: number;
  /** Never shown, whatever the server echoes. */
  readonly secrets: readonly string[];
  readonly host?: string;
}

/**
 * Names what an error answer means: by the codes of its body first, then headers, then status, and by its
 * text only where nothing else tells. The shapes are those of gateways in use (reliability reference, §5).
 */
export function classify(answer: ErrorAnswer, context: ClassifyContext): HubError {
  const signals = readErrorSignals(parseJson(answer.text) ?? plainText(answer.text));
  const status = answer.status < 400 ? (signals.bodyStatus ?? answer.status) : answer.status;
  const kind =
    kindFromBody(signals, status) ??
    kindFromHeaders(answer.headers, status) ??
    kindFromStatus(status, answer.text);
  const waitMs = retryAfterMs(answer.headers, signals, context.now);
  const shouldRetry = answer.headers.get("x-should-retry");
  return new HubError(failureOf(kind, { answer, signals, status, waitMs, context }), {
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    ...(shouldRetry !== null && { shouldRetry: shouldRetry === "true" }),
  });
}

interface Rule {
  readonly kind: FailureKind;
  readonly codes?: RegExp;
  readonly text?: RegExp;
  /** The text counts only with these statuses. */
  readonly statuses?: readonly number[];
}

/** Tried in this order; the first that matches decides. Codes are joined by spaces, in lower case. */
const rules: readonly Rule[] = [
  {
    kind: "budget_exhausted",
    codes:
      /budget|spend_limit|insufficient_quota|credit_balance|usage_limit_exceeded|billing_error|payment_required/u,
    text: /budget (has been )?exceeded|exceeded ?budget|crossed budget|over (its |your )?budget|specified api usage limits/iu,
  },
  { kind: "budget_exhausted", text: /quota/iu, statuses: [403] },
  { kind: "dlp_response", codes: /\b2030\b|dlp_response|(guardrail|dlp).* response\b/u },
  {
    kind: "dlp_request",
    codes: /\b2029\b|dlp|\bpii\b|sensitive_data|guardrail|\b900514\b/u,
    text: /guardrail|dlp policy|data.loss.prevention/iu,
  },
  {
    kind: "content_filtered",
    codes: /content_filter|content_policy|responsibleai|moderation|\bsafety\b|\b2016\b|\b2017\b/u,
    text: /moderation|content (management )?policy|flagged as/iu,
  },
  {
    kind: "context_too_long",
    codes: /context_length|exceed_context_size|context_window/u,
    text: /maximum context length|context (size|window|length).*exceed|exceeds? .*context (size|window|length)|prompt is too long/iu,
  },
  { kind: "model_not_found", codes: /model_not_found|unknown_model/u },
  { kind: "policy_model", codes: /model_blocked|provider_blocked|model_not_allowed/u },
  { kind: "auth_missing", codes: /virtual_key_required|missing_api_key|no_api_key/u },
  {
    kind: "auth_expired",
    codes: /access_blocked|(token|key)_(expired|revoked|inactive)|expired_(token|key)/u,
  },
  {
    kind: "auth_expired",
    text: /(key|token)[^.]{0,40}(expired|revoked|inactive)/iu,
    statuses: [401, 403],
  },
  { kind: "auth_invalid", codes: /invalid_api_key|authentication_error|auth_error|unauthorized/u },
  {
    kind: "rate_limited",
    codes:
      /rate_limit|(token|request|rate)_limited|too_many_requests|slow_down|throttl|resource_exhausted/u,
  },
  { kind: "request_too_large", codes: /request_too_large|payload_too_large/u },
  {
    kind: "overloaded",
    codes: /overloaded|server_busy|service_unavailable/u,
    text: /loading model/iu,
  },
  { kind: "policy_other", codes: /permission|polic(y|ies)|mcp_tool_blocked|forbidden/u },
  {
    kind: "model_not_found",
    text: /\bmodel\b.*(not found|does not exist)/iu,
    statuses: [400, 404],
  },
];

function kindFromBody({ codes, messages }: ErrorSignals, status: number): FailureKind | undefined {
  const joined = codes.join(" ");
  const text = messages.join("\n").slice(0, 10_000);
  const matches = ({ codes: pattern, text: words, statuses }: Rule): boolean =>
    pattern?.test(joined) === true ||
    (words?.test(text) === true && (statuses === undefined || statuses.includes(status)));
  return rules.find(matches)?.kind;
}

function kindFromHeaders(headers: Headers, status: number): FailureKind | undefined {
  if (/"action"\s*:\s*"BLOCK"/iu.test(headers.get("cf-aig-dlp") ?? "")) {
    return "dlp_request";
  }
  const isLimited =
    headers.has("x-envoy-ratelimited") ||
    [...headers.keys()].some((name) => name.startsWith("x-ai-ratelimit-"));
  return isLimited && (status === 429 || status === 503) ? "rate_limited" : undefined;
}

const kindOfStatus: ReadonlyMap<number, FailureKind> = new Map([
  [401, "auth_invalid"],
  [402, "budget_exhausted"],
  [403, "policy_other"],
  [407, "proxy_auth"],
  [408, "upstream_error"],
  [412, "budget_exhausted"],
  [413, "request_too_large"],
  [424, "upstream_error"],
  [425, "rate_limited"],
  [429, "rate_limited"],
  [431, "request_too_large"],
  [446, "dlp_request"],
  [503, "overloaded"],
  [529, "overloaded"],
]);

function kindFromStatus(status: number, text: string): FailureKind {
  if (status >= 300 && status < 400) {
    return "redirect_refused";
  }
  const isFromHub = /^\s*[{["]/u.test(text);
  if (status < 400) {
    return isFromHub ? "upstream_error" : "not_a_hub";
  }
  if (status === 404) {
    return "not_a_hub";
  }
  if (!isFromHub && text.trimStart().startsWith("<") && [401, 403].includes(status)) {
    return "not_a_hub";
  }
  return kindOfStatus.get(status) ?? (status < 500 ? "bad_request" : "upstream_error");
}

/** HTML is never shown, not even as text. */
function plainText(text: string): string {
  return text.trimStart().startsWith("<") ? "" : text;
}
