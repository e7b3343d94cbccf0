import { isRecord } from "../../shared/base/json.ts";
import { parsedAnswer } from "../contract/responses.ts";
import { hideSecrets } from "./hideSecrets.ts";

export const hidden = "•••";
const maxShown = 8_000;
const maxLooked = 24_000;
const maxDepth = 8;

const secretWords =
  "token|secret|segredo|senha|password|passwd|jwt|bearer|authorization|api[-_]?key|assertion|credenci|credential|chave|session|sessao|cookie|signature|assinatura";
const secretName = new RegExp(secretWords, "iu");
const factName = /type|tipo|expir|valid|scope|escopo|ttl|lifetime/iu;
const name = String.raw`[\w.-]{0,40}(?:${secretWords})[\w.-]{0,40}`;

/** Text before a value that marks the value as a secret. */
const places: readonly RegExp[] = [
  // "access_token": "…", token='…', also with JSON's escapes
  new RegExp(String.raw`(${name}\\*["']?\s{0,9}[:=]\s{0,9}[[{]?\s{0,9}\\*["'])([^"'\\<>]+)`, "giu"),
  // access_token=…&, "token":12
  new RegExp(String.raw`(${name}(?:=|\\*["']\s{0,9}:\s{0,9}))([^\s&"'\\<>;,{}[\]]+)`, "giu"),
  // <s:Token xsi:type="string">…
  new RegExp(
    String.raw`(<[\w:.-]{0,60}(?:${secretWords})[\w.-]{0,40}(?:\s[^<>]{0,300})?>\s{0,20}(?:<!\[CDATA\[)?)([^<\]]+)`,
    "giu",
  ),
];
/** Places within a sentence, such as "Token inválido: tente novamente", where a plain word is no secret. */
const inSentence: readonly RegExp[] = [
  /(\b(?:bearer|basic)\s{1,3})(\S+)/giu,
  new RegExp(String.raw`((?:${secretWords})[^\n:=<>"&]{0,30}:\s{1,3})(\S+)`, "giu"),
];

export function shownTokenAnswer(
  text: string,
  secrets: readonly string[],
): { readonly text: string; readonly isCut: boolean } {
  const parsed = text.length > maxLooked ? undefined : parsedAnswer(text);
  const masked =
    typeof parsed === "object" && parsed !== null
      ? JSON.stringify(maskedValue(parsed, secrets, { isSecret: false, depth: 0 }))
      : maskedText(withoutTornEnd(text), secrets);
  return {
    text: masked.slice(0, maxShown),
    isCut: masked.length > maxShown || text.length > maxLooked,
  };
}

export function maskedText(text: string, secrets: readonly string[]): string {
  const named = places.reduce(
    (masked, place) =>
      masked.replaceAll(place, (whole, before: string) =>
        factName.test(before) ? whole : before + hidden,
      ),
    hideSecrets(text, secrets),
  );
  return inSentence
    .reduce(
      (masked, place) =>
        masked.replaceAll(place, (whole, before: string, word: string) =>
          /^[\p{L}•.,;!?)]+$/u.test(word) ? whole : before + hidden,
        ),
      named,
    )
    .replaceAll(/[\w+/.~%-]{16,}={0,2}/gu, (run) => (isReadable(run) ? run : hidden));
}

/** The text without its end, if that may be half of a secret, which would not be recognised. */
function withoutTornEnd(text: string): string {
  return text.length > maxLooked ? text.slice(0, maxLooked).replace(/\S{1,24000}$/u, "") : text;
}

interface Place {
  readonly isSecret: boolean;
  readonly depth: number;
}

function maskedValue(value: unknown, secrets: readonly string[], place: Place): unknown {
  const { isSecret, depth } = place;
  if (depth > maxDepth) {
    return hidden;
  }
  if (Array.isArray(value)) {
    return value
      .slice(0, 200)
      .map((one) => maskedValue(one, secrets, { isSecret, depth: depth + 1 }));
  }
  if (isRecord(value)) {
    const entries = Object.entries(value).slice(0, 200);
    return Object.fromEntries(
      entries.map(([own, inner]) => [
        maskedText(own, secrets),
        maskedValue(inner, secrets, {
          isSecret: !factName.test(own) && (isSecret || secretName.test(own)),
          depth: depth + 1,
        }),
      ]),
    );
  }
  if (typeof value === "string") {
    return isSecret && value !== "" ? hidden : maskedText(value, secrets);
  }
  return typeof value === "number" && (isSecret || !Number.isSafeInteger(Math.trunc(value)))
    ? hidden
    : value;
}

/** True for words, such as a path, a class or `invalid_client_credentials`; false for random characters. */
function isReadable(run: string): boolean {
  const pieces = run
    .split(/[_\-./+~=]|%[\dA-Fa-f]{2}|(?<=[a-z\d])(?=[A-Z])/u)
    .filter((piece) => piece !== "");
  const digits = run.replaceAll(/%[\dA-Fa-f]{2}|\D/gu, "").length;
  const short = pieces.filter((piece) => piece.length < 3).length;
  return (
    digits < 13 &&
    short * 3 <= pieces.length &&
    pieces.every(
      (piece) =>
        /^(?:[A-Z]{0,3}[a-z]{1,25}\d?|[A-Z]{1,15}|\d{1,8})$/u.test(piece) &&
        !/[^aeiouAEIOU\d]{5}/u.test(piece.length < 10 ? "" : piece),
    )
  );
}
