import { type AnswerOf, refusesOutright } from "../contract/lists/outright.ts";
import { pageWords } from "../contract/lists/pageWords.ts";
import { oneLine, type PortalWord, portalWords, wordsText } from "../contract/lists/portalWords.ts";
import { readList } from "../contract/lists/readList.ts";
import { parsedAnswer } from "../contract/responses.ts";
import { plainTextOf, textElements } from "../contract/values/markupText.ts";
import { type HttpAnswer, wholeText } from "./exchange.ts";
import { hideSecrets } from "./hideSecrets.ts";
import { SellerError, type SellerErrorDetails, type SellerErrorKind } from "./sellerError.ts";

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
export const maxRawLength = 8_000;

/** After a 4xx nothing was done, after a 5xx the outcome is unknown. The specification shows no error body. */
export function portalFailure(
  answer: HttpAnswer,
  now: number,
  secrets: readonly string[],
): SellerError {
  const { status, headers } = answer;
  const isServerError = status >= 500 || status === 408;
  const statusKind = kindOfStatus.get(status) ?? (isServerError ? "serverError" : "rejected");
  // A 404 with a web page comes from another web server, not from a portal without this order.
  const kind = statusKind === "notFound" && isHtml(answer) ? "notThePortal" : statusKind;
  return new SellerError(kind, {
    ...factsOf(answer, secrets),
    mayHaveActed: isServerError,
    notSent: status === 401,
    retryAfterMs: retryAfterMs(headers, now),
    ...spoken(wordsIn(answer), secrets),
  });
}

export function complaintOf(
  answer: HttpAnswer,
  of: AnswerOf,
  secrets: readonly string[],
): SellerError | undefined {
  const isNo =
    /^application\/problem\+json\b/iu.test(answer.headers.get("content-type") ?? "") ||
    xmlComplains(answer.text) ||
    refusesOutright(isXml(answer) ? textElements(answer.text) : bodyOf(answer), of);
  return isNo
    ? new SellerError("complaint", {
        ...factsOf(answer, secrets),
        ...spoken(wordsIn(answer), secrets),
      })
    : undefined;
}

export function isEmptyList({ status, text }: HttpAnswer): boolean {
  const body = status === 404 ? parsedAnswer(text) : undefined;
  return (
    typeof body === "object" &&
    body !== null &&
    readList(body)?.length === 0 &&
    portalWords(body).length === 0
  );
}

export function isHtml({ headers, text }: HttpAnswer): boolean {
  const type = headers.get("content-type")?.toLowerCase() ?? "";
  return (
    (type.startsWith("text/html") && !/^\s*[{[]/u.test(text.slice(0, 1000))) ||
    (/^\s*</u.test(text.slice(0, 1000)) && !isXml({ headers, text }))
  );
}

function isXml({ headers, text }: Pick<HttpAnswer, "headers" | "text">): boolean {
  const start = text.slice(0, 1000);
  const isTyped = /^(?:text|application)\/(?:[\w.-]+\+)?xml\b/iu.test(
    headers.get("content-type") ?? "",
  );
  return (
    startsLikeXml(start) ||
    (isTyped && /^\s*</u.test(start) && !/^\s*<(?:!doctype html|html)\b/iu.test(start))
  );
}

function startsLikeXml(text: string): boolean {
  return /^\s*<(?:\?xml|\w+:Envelope|(?:\w+:)?\w+Response\b|(?:erros?|errors?|retorno|resposta|response|fault|result)\b)/iu.test(
    text.slice(0, 1000),
  );
}

function xmlComplains(text: string): boolean {
  const start = text.slice(0, 64 * 1024);
  return (
    startsLikeXml(start) &&
    (/<(?:\w{1,40}:)?(?:erros?|errors?|fault)(?:\s[^<>]{0,500})?(?<!\/)>(?!\s*(?:0|false|n|nao)?\s*<\/)/iu.test(
      start,
    ) ||
      /<(?:sucesso|success)>\s*(?:false|0|n|nao|não)\s*</iu.test(start))
  );
}

export function requestIdOf(headers: Headers, secrets: readonly string[]): string | undefined {
  const id = ["x-request-id", "x-correlation-id", "x-amzn-requestid", "x-trace-id"]
    .map((name) => headers.get(name))
    .find((value) => value !== null && /^[\w.:=/+-]{1,200}$/u.test(value));
  return typeof id === "string" ? hideSecrets(id, secrets) : undefined;
}

export function rawOf({ text }: HttpAnswer, secrets: readonly string[]): string {
  // Redact before the cut: half a secret would not be recognised.
  return hideSecrets(text.slice(0, maxRawLength + 20_000), secrets).slice(0, maxRawLength);
}

/** Reads `Retry-After` (seconds or HTTP-date, RFC 9110 §10.2.3). */
function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  const ms = /^\d{1,9}$/u.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxRetryAfterMs);
}

function factsOf(
  answer: HttpAnswer,
  secrets: readonly string[],
): Pick<SellerErrorDetails, "status" | "requestId" | "raw"> {
  const raw = rawOf(answer, secrets);
  return {
    status: answer.status,
    requestId: requestIdOf(answer.headers, secrets),
    ...(raw !== "" && { raw }),
  };
}

function spoken(
  words: readonly PortalWord[],
  secrets: readonly string[],
): Pick<SellerErrorDetails, "said" | "detail"> {
  const said = words.map(({ field, text }) => ({
    ...(field !== undefined && { field: hideSecrets(field, secrets) }),
    text: hideSecrets(text, secrets),
  }));
  return { said, detail: oneLine(wordsText(said), maxDetail) };
}

function bodyOf(answer: HttpAnswer): unknown {
  const text = wholeText(answer);
  return parsedAnswer(text) ?? (isXml(answer) ? plainTextOf(text) : text);
}

function wordsIn(answer: HttpAnswer): readonly PortalWord[] {
  const isMarkup = isHtml(answer) || isXml(answer);
  const byField = isXml(answer)
    ? xmlWords(answer.text)
    : isMarkup
      ? pageWords(answer.text)
      : undefined;
  if (byField) {
    return byField;
  }
  return portalWords(isMarkup ? plainTextOf(answer.text) : bodyOf(answer));
}

function xmlWords(xml: string): readonly PortalWord[] | undefined {
  const elements = textElements(xml);
  const words = portalWords(elements);
  const names = new Set(elements.flatMap((record) => Object.keys(record)));
  // An element name like `faultstring` is not a field.
  const isNamed = words.some(({ field }) => field !== undefined && !names.has(field));
  return isNamed ? words : undefined;
}
