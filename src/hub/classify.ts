import type { FailureKind } from "../shared/failure.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { decisiveRules, decisiveStatuses, lastRules, type Rule } from "./classifyRules.ts";
import type { ClassifyContext, ErrorAnswer } from "./errorAnswer.ts";
import { type ErrorSignals, readErrorSignals } from "./errorSignals.ts";
import { failureOf } from "./failureFields.ts";
import { HubError } from "./hubError.ts";
import { retryAfterMs } from "./retryAfter.ts";

/**
 * Names what an error answer means: by the codes of its body first, then headers, then status, and by its
 * text only where nothing else tells. The shapes are those of gateways in use (reliability reference, §5).
 */
export function classify(answer: ErrorAnswer, context: ClassifyContext): HubError {
  const body = readBody(answer.text);
  const signals = readErrorSignals(body);
  const status = statusOf(answer.status, signals);
  const kind = kindOf(answer, signals, status);
  const waitMs = retryAfterMs(answer.headers, signals, context.now);
  const shouldRetry = answer.headers.get("x-should-retry");
  return new HubError(failureOf(kind, { answer, signals, waitMs, context }), {
    retryAfterMs: waitMs,
    shouldRetry: shouldRetry === null ? undefined : shouldRetry === "true",
  });
}

/** Parsed where it is JSON, also inside a stream's event; HTML is never shown, not even as text. */
function readBody(text: string): unknown {
  const json = parseJson(text) ?? parseJson(/^data: ?([{[].*)$/mu.exec(text)?.[1] ?? "");
  return json ?? (isHtml(text) ? "" : text);
}

function isHtml(text: string): boolean {
  return /^[\s\uFEFF]*</u.test(text);
}

/** A body knows better than the general statuses that gateways wrap it in. */
function statusOf(status: number, { bodyStatus }: ErrorSignals): number {
  const isGeneral = status <= 400 || status === 500 || status === 502;
  return isGeneral && bodyStatus !== undefined ? bodyStatus : status;
}

function kindOf(answer: ErrorAnswer, signals: ErrorSignals, status: number): FailureKind {
  if (status >= 300 && status < 400) {
    return "redirect_refused";
  }
  if (isHtml(answer.text) && !answer.isFromStream) {
    return kindOfHtml(status);
  }
  const kind =
    firstMatch(decisiveRules, signals, status) ??
    kindFromHeaders(answer.headers, status) ??
    decisiveStatuses.get(status) ??
    firstMatch(lastRules, signals, status) ??
    kindOfRest(answer, status);
  return kind === "dlp_request" && isAboutResponse(signals) ? "dlp_response" : kind;
}

function firstMatch(
  rules: readonly Rule[],
  { codes, messages }: ErrorSignals,
  status: number,
): FailureKind | undefined {
  const joined = codes.join(" ");
  const text = messages.join("\n").slice(0, 10_000);
  return rules.find(
    (rule) =>
      rule.codes?.test(joined) === true ||
      (rule.text?.test(text) === true && (rule.statuses?.includes(status) ?? true)),
  )?.kind;
}

/** Data-loss prevention looks at both directions; few gateways say which in the same way. */
function isAboutResponse({ codes, objects }: ErrorSignals): boolean {
  return (
    codes.some((code) => responseCode.test(code)) ||
    objects.some(({ after_request_hooks: hooks }) => Array.isArray(hooks) && hooks.some(hasFailed))
  );
}

const responseCode =
  /^(?:2030|response|output|dlp_(?:response|output).*|(?:response|output)_.*(?:dlp|blocked).*)$/u;

/** A failed check in Portkey's `hook_results`. */
function hasFailed(hook: unknown): boolean {
  return isRecord(hook) && hook["verdict"] === false;
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

/** A page is no hub's, but a gateway before the hub speaks for it about load and size. */
function kindOfHtml(status: number): FailureKind {
  if (status === 407 || status === 413 || status === 429 || status >= 500) {
    return decisiveStatuses.get(status) ?? (status === 503 ? "overloaded" : "upstream_error");
  }
  return "not_a_hub";
}

function kindOfRest({ text, isFromStream }: ErrorAnswer, status: number): FailureKind {
  if (status === 503) {
    return "overloaded";
  }
  if (status >= 500 || status === 424) {
    return "upstream_error";
  }
  if (status === 404 || status === 405 || status < 200) {
    return "not_a_hub";
  }
  if (status >= 400) {
    return "bad_request";
  }
  return isFromStream || /^\s*[{["]/u.test(text) ? "upstream_error" : "not_a_hub";
}
