import { isRecord } from "../../shared/base/json.ts";
import { foldText } from "../../shared/text/foldText.ts";
import type { SellerCall } from "../contract/calls.ts";
import { isErrorName, refusesOutright } from "../contract/lists/outright.ts";
import { foldedName } from "../contract/lists/portalWords.ts";
import { readList } from "../contract/lists/readList.ts";
import { parsedAnswer } from "../contract/responses.ts";
import type { HttpAnswer } from "./exchange.ts";
import { isHtml, portalFailure } from "./portalFailure.ts";
import { SellerError } from "./sellerError.ts";

/**
 * How an answer may concern the token instead of the call.
 *
 * Nothing was done after `refused` (a 401, a Bearer challenge, or an error code about a token) and `named` (another 4xx
 * with a login page, or a sentence about a token).
 *
 * The call may have been done after `signIn` (a login page or a redirect to one) and `open` (another web page, or such
 * a sentence in another status).
 */
export type TokenDoubt = "refused" | "named" | "signIn" | "open";

export function mayRepeat({ isWrite, isIdempotent }: SellerCall, doubt: TokenDoubt): boolean {
  return doubt === "open" ? !isWrite : doubt !== "signIn" || isIdempotent;
}

const maxLooked = 64 * 1024;
const maxDepth = 4;

export function tokenDoubt(call: SellerCall, answer: HttpAnswer): TokenDoubt | undefined {
  const { status, headers, bytes, text } = answer;
  // Almost no answer contains these words, so a cheap test comes first.
  const isLookedAt = bytes <= maxLooked && /token|jwt|bearer|sess/iu.test(text);
  const isRefused =
    status === 401 ||
    isChallenge(status, headers.get("www-authenticate") ?? "") ||
    (isLookedAt && hasRefusingCode(call, answer));
  if (isRefused) {
    return "refused";
  }
  return pageDoubt(answer) ?? (isLookedAt && saysToken(call, answer) ? said(status) : undefined);
}

function pageDoubt(answer: HttpAnswer): TokenDoubt | undefined {
  const { status, text } = answer;
  const isSignIn = isHtml(answer) && hasPasswordField(text);
  if (status >= 300 ? !(isSignIn && isRefusal(status)) : !isHtml(answer)) {
    return undefined;
  }
  return isSignIn && status < 300 ? "signIn" : said(status);
}

function said(status: number): TokenDoubt {
  return isRefusal(status) ? "named" : "open";
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

/** True if the code refuses the token. In a successful status, it needs a clear sign of refusal. */
function hasRefusingCode({ isWrite }: SellerCall, { status, text }: HttpAnswer): boolean {
  const body = parsedAnswer(text);
  return (
    (status >= 300 || refusesOutright(body, isWrite ? "write" : "read")) &&
    hasTokenCode(body, maxDepth)
  );
}

/**
 * True if a sentence is about the token. A list's entries are not searched, because they have no sentences about the
 * call.
 */
function saysToken({ response }: SellerCall, answer: HttpAnswer): boolean {
  const isList = answer.status < 300 && response === "list";
  const { said: words = [] } = portalFailure(answer, 0, []).details;
  return (
    words.some((word) => namesToken(word.text)) &&
    !(isList && (readList(parsedAnswer(answer.text))?.length ?? 0) > 0)
  );
}

/** The portal refused the token, so it did not read the call itself. */
export function tokenRefused(
  answer: HttpAnswer,
  now: number,
  secrets: readonly string[],
): SellerError {
  const { details } = portalFailure(answer, now, secrets);
  return new SellerError("unauthorized", { ...details, mayHaveActed: false, notSent: true });
}

/** RFC 6750 §3: `invalid_token` in any status, or a challenge without a code in an error status. */
function isChallenge(status: number, header: string): boolean {
  const [, error] = /\berror\s*=\s*"?([\w.-]+)/iu.exec(header) ?? [];
  return error === undefined
    ? status >= 400 && /^\s*bearer\b/iu.test(header)
    : error.toLowerCase() === "invalid_token";
}

function hasPasswordField(html: string): boolean {
  return /<input\b[^>]{0,300}\btype\s*=\s*["']?password/iu.test(html);
}

function hasTokenCode(value: unknown, depth: number): boolean {
  if (depth === 0 || typeof value !== "object" || value === null) {
    return false;
  }
  return Object.entries(value)
    .slice(0, 50)
    .some(([name, inner]: [string, unknown]) =>
      typeof inner === "string"
        ? isRecord(value) && isCodeName(name) && isCode(inner)
        : hasTokenCode(inner, depth - 1),
    );
}

function isCodeName(name: string): boolean {
  return isErrorName(name) || /^(?:code|codigo|type|reason|faultcode)$/u.test(foldedName(name));
}

/** An error code has a separator or an inner capital and no space. A single word may be a product's code. */
function isCode(text: string): boolean {
  return (
    text.length <= 200 &&
    /^\S+$/u.test(text) &&
    /[\p{Ll}\d]\p{Lu}|[_.:-]/u.test(text) &&
    namesToken(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[_.:/#-]/gu, " "))
  );
}

function namesToken(text: string): boolean {
  return /\b(?:tokens?|jwt|bearer|sess(?:ao|oes|ions?))\b/u.test(foldText(text));
}
