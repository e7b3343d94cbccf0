import type { FailureKind } from "../shared/failure.ts";
import { isRecord, parseJson } from "../shared/json.ts";
import { decisiveRules, decisiveStatuses, lastRules, type Rule } from "./classifyRules.ts";
import type { ClassifyContext, ErrorAnswer } from "./errorAnswer.ts";
import { type ErrorSignals, readErrorSignals } from "./errorSignals.ts";
import { failureOf } from "./failureFields.ts";
import { HubError } from "./hubError.ts";
import { retryAfterMs } from "./retryAfter.ts";
import { codeAsSentence, expresses, sentencesOf } from "./sentences.ts";

/**
 * Finds the kind of failure of an error answer: by the codes in its body first, then by headers, then by status,
 * and by its text only if none of these decides. `classifyRules.ts` has the shapes that gateways send.
 */
export function classify(answer: ErrorAnswer, context: ClassifyContext): HubError {
  const body = readBody(answer.text);
  const signals = readErrorSignals(body);
  const status = statusOf(answer.status, signals);
  const waitMs = retryAfterMs(answer.headers, signals, context.now);
  const kind = kindOf(answer, evidenceOf(signals, status, waitMs));
  const shouldRetry = answer.headers.get("x-should-retry");
  return new HubError(failureOf(kind, { answer, signals, waitMs, context }), {
    retryAfterMs: waitMs,
    shouldRetry: shouldRetry === null ? undefined : shouldRetry === "true",
  });
}

/** Parses the body as JSON, also inside a stream's event. HTML is never shown, not even as text. */
function readBody(text: string): unknown {
  const json = parseJson(text) ?? parseJson(/^data: ?([{[].*)$/mu.exec(text)?.[1] ?? "");
  return json ?? (isHtml(text) ? "" : text);
}

function isHtml(text: string): boolean {
  return /^[\s\uFEFF]*</u.test(text);
}

/** Prefers the status in the body: gateways often wrap an error in a general 400, 500 or 502. */
function statusOf(status: number, { bodyStatus }: ErrorSignals): number {
  const isGeneral = status <= 400 || status === 500 || status === 502;
  return isGeneral && bodyStatus !== undefined ? bodyStatus : status;
}

/** The texts that rules are tested against. */
interface Evidence {
  readonly signals: ErrorSignals;
  readonly status: number;
  readonly codes: string;
  readonly sentences: readonly string[];
  /** The sentences, and the codes that read like sentences. */
  readonly statements: readonly string[];
  readonly hasShortWait: boolean;
}

const shortWaitMs = 3_600_000;

function evidenceOf(signals: ErrorSignals, status: number, waitMs: number | undefined): Evidence {
  const sentences = sentencesOf(signals.messages);
  return {
    signals,
    status,
    codes: signals.codes.join(" "),
    sentences,
    statements: [...signals.codes.map(codeAsSentence), ...sentences],
    hasShortWait: waitMs !== undefined && waitMs <= shortWaitMs,
  };
}

function kindOf(answer: ErrorAnswer, evidence: Evidence): FailureKind {
  const { status, signals } = evidence;
  if (status >= 300 && status < 400) {
    return "redirect_refused";
  }
  if (isHtml(answer.text) && !answer.isFromStream) {
    return kindOfHtml(status);
  }
  const kind =
    firstMatch(decisiveRules, evidence) ??
    kindFromHeaders(answer.headers, status) ??
    decisiveStatuses.get(status) ??
    firstMatch(lastRules, evidence) ??
    kindOfRest(answer, status);
  return kind === "dlp_request" && isAboutResponse(signals) ? "dlp_response" : kind;
}

function firstMatch(rules: readonly Rule[], evidence: Evidence): FailureKind | undefined {
  return rules.find((rule) => rule.codes?.test(evidence.codes) === true || isSaid(rule, evidence))
    ?.kind;
}

function isSaid(rule: Rule, { status, sentences, statements, hasShortWait }: Evidence): boolean {
  const { text, concept, statuses, unlessShortWait } = rule;
  if (statuses?.(status) === false || (unlessShortWait === true && hasShortWait)) {
    return false;
  }
  return (
    (text !== undefined && sentences.some((sentence) => text.test(sentence))) ||
    (concept !== undefined && statements.some((sentence) => expresses(sentence, concept)))
  );
}

/** Whether data-loss prevention stopped the answer rather than the request; gateways mark that in several ways. */
function isAboutResponse({ codes, objects }: ErrorSignals): boolean {
  return (
    codes.some((code) => responseCode.test(code)) ||
    objects.some(({ after_request_hooks: hooks }) => Array.isArray(hooks) && hooks.some(hasFailed))
  );
}

const responseCode =
  /^(?:2030|response|output|dlp_(?:response|output).*|(?:response|output)_.*(?:dlp|blocked).*)$/u;

/** Whether an entry of Portkey's `hook_results` is a failed check. */
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

/** An HTML page comes from a gateway in front of the hub, which still reports overload and size limits correctly. */
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
