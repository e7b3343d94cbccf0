import { isRecord, parseJson } from "../../shared/base/json.ts";
import type { FailureKind } from "../../shared/failures/failure.ts";
import type { ClassifyContext, ErrorAnswer } from "./errorAnswer.ts";
import { kindsOfCodes, statusOfCodes } from "./errorCodes.ts";
import { type ErrorSignals, readErrorSignals } from "./errorSignals.ts";
import { failureOf, type Verdict } from "./failureFields.ts";
import { HubError } from "./hubError.ts";
import { retryAfterMs } from "./retryAfter.ts";
import { codeAsSentence, kindOfSentences, sentencesOf } from "./sentences.ts";
import { anyKind, type Evidence, generalKind, kindOfStatus, kindsInSentences } from "./statuses.ts";

/**
 * The kind of a failure: by the body's codes, then by headers; else a sentence may choose among the kinds of the
 * status, or an unknown code that reads like one.
 */
export function classify(answer: ErrorAnswer, context: ClassifyContext): HubError {
  const body = readBody(answer.text);
  const signals = readErrorSignals(body);
  const status = statusOf(answer.status, signals);
  const waitMs = retryAfterMs(answer.headers, signals, context.now);
  const verdict = verdictOf({ answer, signals, status, waitMs });
  const shouldRetry = answer.headers.get("x-should-retry");
  return new HubError(failureOf(verdict, { answer, signals, waitMs, context }), {
    retryAfterMs: waitMs,
    shouldRetry: shouldRetry === null ? undefined : shouldRetry === "true",
  });
}

function readBody(text: string): unknown {
  const json = parseJson(text) ?? parseJson(/^data: ?([{[].*)$/mu.exec(text)?.[1] ?? "");
  return json ?? (isHtml(text) ? "" : text);
}

function isHtml(text: string): boolean {
  return /^[\s\uFEFF]*</u.test(text);
}

/** The status that counts. Gateways often wrap an error in a general 400, 500 or 502: then it is the body's status. */
function statusOf(status: number, { bodyStatus, codes }: ErrorSignals): number {
  const isGeneral = status <= 400 || status === 500 || status === 502;
  return isGeneral ? (bodyStatus ?? statusOfCodes(codes) ?? status) : status;
}

function verdictOf(evidence: Evidence): Verdict {
  const { answer, status, signals } = evidence;
  if (status >= 300 && status < 400) {
    return { kind: "redirect_refused" };
  }
  if (isHtml(answer.text) && !answer.isFromStream) {
    return { kind: kindOfHtml(status), isGeneral: true };
  }
  const known = knownKind(evidence);
  const kind = known ?? generalKind(evidence);
  return {
    kind: kind === "dlp_request" && isAboutResponse(signals) ? "dlp_response" : kind,
    ...(known === undefined && { isGeneral: true }),
  };
}

function knownKind(evidence: Evidence): FailureKind | undefined {
  const { answer, signals, status } = evidence;
  const likeSentences = signals.codes.map(codeAsSentence);
  return (
    kindsOfCodes.find(([, pattern]) => signals.codes.some((code) => pattern.test(code)))?.[0] ??
    kindFromHeaders(answer.headers, status) ??
    kindOfSentences(
      [...sentencesOf(signals.messages), ...likeSentences],
      kindsInSentences(evidence),
    ) ??
    kindOfSentences(likeSentences, anyKind)
  );
}

/** True if data-loss prevention stopped the answer, not the request. */
function isAboutResponse({ codes, objects }: ErrorSignals): boolean {
  return (
    codes.some((code) => responseCode.test(code)) ||
    objects.some(({ after_request_hooks: hooks }) => Array.isArray(hooks) && hooks.some(hasFailed))
  );
}

const responseCode =
  /^(?:2030|response|output|dlp_(?:response|output).*|(?:response|output)_.*(?:dlp|blocked).*)$/u;

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

/** The kind for a page, which comes from a gateway before the hub: its statuses for overload and size are right. */
function kindOfHtml(status: number): FailureKind {
  const isFromGateway = status === 407 || status === 413 || status === 429 || status >= 500;
  return isFromGateway ? (kindOfStatus.get(status) ?? "upstream_error") : "not_a_hub";
}
