import type { FailureKind } from "../../shared/failures/failure.ts";
import type { ErrorAnswer } from "./errorAnswer.ts";
import { guardrailCode } from "./errorCodes.ts";
import type { ErrorSignals } from "./errorSignals.ts";

export const kindOfStatus: ReadonlyMap<number, FailureKind> = new Map([
  [401, "auth_invalid"],
  [402, "budget_exhausted"],
  [403, "policy_other"],
  [407, "proxy_auth"],
  [408, "upstream_error"],
  [413, "request_too_large"],
  [424, "upstream_error"],
  [425, "rate_limited"],
  [429, "rate_limited"],
  [431, "request_too_large"],
  [446, "dlp_request"],
  [451, "policy_other"],
  [503, "overloaded"],
  [529, "overloaded"],
]);

export const anyKind: readonly FailureKind[] = [
  "budget_exhausted",
  "content_filtered",
  "dlp_request",
  "context_too_long",
  "model_not_found",
  "policy_model",
  "auth_expired",
  "auth_invalid",
  "rate_limited",
];

/** The kinds that a sentence may choose for these statuses; for other statuses, any kind. */
const kindsBesides = new Map<number, readonly FailureKind[]>([
  [401, ["auth_expired", "auth_missing"]],
  [403, anyKind.filter((kind) => kind !== "context_too_long" && kind !== "model_not_found")],
  [404, ["model_not_found"]],
  [429, ["rate_limited", "budget_exhausted"]],
  [451, ["content_filtered", "dlp_request"]],
  [500, ["overloaded"]],
]);

const shortWaitMs = 3_600_000;
/** An error about any other parameter concerns the request's form. */
const textParameter = /^(?:none|null|model|messages?|prompt|input|contents?|)$/iu;

export interface Evidence {
  readonly answer: ErrorAnswer;
  readonly signals: ErrorSignals;
  readonly status: number;
  readonly waitMs: number | undefined;
}

export function kindsInSentences({ signals, status, waitMs }: Evidence): readonly FailureKind[] {
  const isAboutForm = signals.objects.some(
    ({ param, loc }) =>
      Array.isArray(loc) || (typeof param === "string" && !textParameter.test(param)),
  );
  if (isAboutForm && status !== 429) {
    return [];
  }
  const isOwn = kindOfStatus.has(status) || status >= 500 || status === 405;
  const kinds = kindsBesides.get(status) ?? (isOwn ? [] : anyKind);
  const isShort = waitMs !== undefined && waitMs <= shortWaitMs;
  // A budget does not renew within the hour.
  return isShort ? kinds.filter((kind) => kind !== "budget_exhausted") : kinds;
}

export function generalKind({ answer, signals, status }: Evidence): FailureKind {
  if (signals.codes.some((code) => guardrailCode.test(code))) {
    return "dlp_request";
  }
  const known = kindOfStatus.get(status);
  if (known) {
    return known;
  }
  if (status >= 500) {
    return "upstream_error";
  }
  if (status < 200 || ((status === 404 || status === 405) && !isOfApi(answer.text, signals))) {
    return "not_a_hub";
  }
  if (status >= 400) {
    return "bad_request";
  }
  return answer.isFromStream || /^\s*[{["]/u.test(answer.text) ? "upstream_error" : "not_a_hub";
}

/** True for an API's own 404 or 405: a web server only repeats the status, an API explains more. */
function isOfApi(text: string, { messages, objects }: ErrorSignals): boolean {
  const isBare = messages.every((message) =>
    /^(?:http )?(?:40[45])?[: -]*(?:page |resource )?(?:not found|method not allowed)?[.!]?$|\broute\b/iu.test(
      message,
    ),
  );
  return /^\s*[{[]/u.test(text) && !isBare && !objects.some(({ path }) => typeof path === "string");
}
