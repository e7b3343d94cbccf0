import { isRecord, parseJson } from "../../shared/json.ts";
import { redact } from "../../shared/redact.ts";
import type { HttpAnswer } from "./exchange.ts";
import { SellerError, type SellerErrorKind } from "./sellerError.ts";

const kindOfStatus: ReadonlyMap<number, SellerErrorKind> = new Map([
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "notFound"],
  [409, "conflict"],
  [412, "conflict"],
  [429, "rateLimited"],
]);

const maxDetail = 2000;
const maxRetryAfterMs = 24 * 3_600_000;

/**
 * Classifies an unsuccessful answer. The specification shows no status and no error body, so only
 * HTTP itself is relied on: after a 4xx nothing was done, after a 5xx the outcome is unknown.
 */
export function portalFailure(
  answer: HttpAnswer,
  now: number,
  secrets: readonly string[],
): SellerError {
  const { status, headers, text } = answer;
  const isServerError = status >= 500 || status === 408;
  const statusKind = kindOfStatus.get(status) ?? (isServerError ? "serverError" : "rejected");
  // A 404 with a web page comes from some other web server, not from a portal without this order.
  const kind = statusKind === "notFound" && isHtml(answer) ? "notThePortal" : statusKind;
  return new SellerError(kind, {
    status,
    mayHaveActed: isServerError,
    retryAfterMs: retryAfterMs(headers, now),
    requestId: requestIdOf(headers, secrets),
    detail: isHtml(answer) ? undefined : detailOf(text, secrets),
  });
}

/** Whether the answer is a web page instead of data. */
export function isHtml({ headers, text }: HttpAnswer): boolean {
  return (
    headers.get("content-type")?.toLowerCase().startsWith("text/html") === true ||
    /^\s*</u.test(text.slice(0, 1000))
  );
}

/** The portal's id of a request, read from the headers in which such services usually send it. */
export function requestIdOf(headers: Headers, secrets: readonly string[]): string | undefined {
  const id = ["x-request-id", "x-correlation-id", "x-amzn-requestid", "x-trace-id"]
    .map((name) => headers.get(name))
    .find((value) => value !== null && /^[\w.:=/+-]{1,200}$/u.test(value));
  return typeof id === "string" ? redact(id, secrets) : undefined;
}

/** Milliseconds from `Retry-After` (seconds or HTTP-date, RFC 9110 §10.2.3). */
function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  const ms = /^\d{1,9}$/u.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxRetryAfterMs);
}

/** The sentence in an error's body, wherever it is, on one line without control characters. */
function detailOf(text: string, secrets: readonly string[]): string | undefined {
  const body = parseJson(text);
  const sentence = isRecord(body) ? sentenceIn(body) : text;
  const cleaned = redact(sentence ?? "", secrets)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return cleaned === "" ? undefined : cleaned.slice(0, maxDetail);
}

function sentenceIn(body: Readonly<Record<string, unknown>>): string | undefined {
  const inner = isRecord(body["error"]) ? body["error"] : {};
  return ["error_description", "mensagem", "message", "detail", "erro", "error", "title"]
    .flatMap((name) => [body[name], inner[name]])
    .find((value) => typeof value === "string");
}
