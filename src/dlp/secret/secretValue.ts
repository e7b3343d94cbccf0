import { isRecord } from "../../shared/base/json.ts";
import { randomBits } from "./randomBits.ts";

/** Words of examples and gaps to fill, which make a whole value or a part between signs. */
const words =
  "my|your|the|some|super|new|old|user|username|login|admin|root|test|testing|pass|passwd|password|pwd|secret|secreto|token|key|api|apikey|access|client|private|strong|very|secure|safe|senha|minha|sua|seu|nova|segredo|chave|foo|bar|baz|qux|quux|spam|eggs|example|exemplo|sample|dummy|demo|fake|mock|change|me|changeme|here|value|string|text|some|hunter|letmein|qwerty|asdf|abc|abcd|abcdef|xyz|todo|insert|replace|placeholder|redacted|hidden|none|null|undefined|true|false|default|postgres|mysql|redis|guest|hello|world|with|for|or|and|is|not|no|valid|invalid|wrong|bad|good|correct|encrypted|hash|hashed|digest|mysecret|mypassword|supersecret|base|encoded|soopersecret|more|secured|ultra|top|strong|safe|random|generated";
const onlyWords = new RegExp(`^(?:${words})+$`, "u");
const maxWords = 48;

const reference =
  /^(?:[$<{%[@*#&!~|\\]|\.{2,}|process[.]|os\.|env[.:]|self\.|this\.|[a-z][a-z0-9+.-]{1,20}:\/\/|[.~]{0,2}\/(?![A-Za-z0-9+/]{39,}={0,2}$)|\)\.|[A-Za-z]:\\|arn:|urn:|vault:|secretref|data:)|\$\{|\$\(|\{\{|%\(|#\{|<[\w -]{1,40}>|environ|getenv|secrets?\.|\.{3}|…/iu;
const filler =
  /a1b2c3|abc123|123abc|x{4}|\*{3}|_{4}|-{4}|0{8}|\.{3}|1234|abcdef|qwerty|example|exemplo|placeholder|change.?me|your|dummy|redacted|sample|insert.?|replace|fake|mock|todo/iu;
const repeated = /(.)\1{4}|^(.{1,4})\2{2,}/u;

/** True for gaps to fill, references to a variable, paths, addresses and words of examples. */
export function isPlaceholder(value: string): boolean {
  if (reference.test(value) || filler.test(value) || repeated.test(value)) {
    return true;
  }
  const lower = value.toLowerCase();
  const letters = lower.replaceAll(/[^a-z]/gu, "");
  return letters.length === 0 || isOnlyWords(letters) || isOnlyWords(withLetters(lower));
}

function isOnlyWords(letters: string): boolean {
  return letters.length <= maxWords && onlyWords.test(letters);
}

const lookAlikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "§": "s",
  "!": "i",
};

/** `p4ssw0rd!` as `password`: digits and signs that stand for letters, without those at the end. */
function withLetters(lower: string): string {
  return lower
    .replace(/[^a-z]+$/u, "")
    .replaceAll(/[013457@$§!]/gu, (sign) => lookAlikes[sign] ?? "")
    .replaceAll(/[^a-z]/gu, "");
}

const spelled = /password|secret/u;

/**
 * A word in small letters with single digits for letters, such as `rapunz3l`, or with such a spelling of _password_
 * inside, as in `B0bP4ssw0rd`, or with 123 behind a word: as likely an example as a password.
 */
export function isSpelledWord(value: string): boolean {
  return (
    /^[A-Z]?[a-z]*(?:([0-9!@$])\1?[a-z]+){1,3}[0-9!@$]?$/u.test(value) ||
    /^[A-Za-z]+123!?$/u.test(value) ||
    (spelled.test(withLetters(value.toLowerCase())) && !spelled.test(value.toLowerCase()))
  );
}

/** Shannon's entropy, in bits for a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

const uuid = /^\{?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\}?$/iu;
/** The bits of 16 random hexadecimal digits. */
const leastBits = 64;

/** A generated value of 16 or more characters, such as a key. UUIDs, names and dates are not. */
export function isRandom(value: string): boolean {
  return (
    value.length >= 16 &&
    entropy(value) >= 3 &&
    (/\d/u.test(value) || value.length >= 20) &&
    randomBits(value) >= leastBits &&
    isOwn(value)
  );
}

/** A value that a person chose as a password: letters with digits or signs between them. */
export function isPassword(value: string): boolean {
  return (
    value.length >= 8 &&
    /\d/u.test(value) &&
    isMixed(value) &&
    new Set(value).size >= 5 &&
    isOwn(value)
  );
}

const change = /\d(?=[A-Za-z])|[A-Za-z](?=\d)/gu;
const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u];

/** A word and a number, and the passwords that programs propose: `ana-xyqkek-62Vegryh`. */
const joined =
  /^[A-Z]?[a-z]{4,}\d{3,}$|^[A-Z][a-z]{3,}_\d{3,}$|^(?=(?:.*-)?(?:\d+[A-Za-z]{4,}|[A-Za-z]{4,}\d+)(?:-|$))[A-Za-z\d]+(?:-[A-Za-z\d]{4,}){2,3}$/u;

function isMixed(value: string): boolean {
  const changes = countOf(value, change);
  const hasSign = /[^\w.:/-]/u.test(value);
  const found = kinds.filter((kind) => kind.test(value)).length + (hasSign ? 1 : 0);
  return (
    (found >= 3 && (hasSign || changes >= 2 || joined.test(value))) || (found === 2 && changes >= 2)
  );
}

function isOwn(value: string): boolean {
  return (
    ![uuid, jwtStart, path, openKey, prose, identifier, version].some((form) => form.test(value)) &&
    !isPlaceholder(value) &&
    !isEncodedExample(value) &&
    !("alg" in jsonPart(value))
  );
}

/** Letters without case, such as Chinese and Japanese: a sentence. */
const prose = /\p{Lo}{2}/u;
/** Such as `npm:^1.0.0`. */
const version = /^(?:[a-z]{2,10}:)?[~^=v]{0,2}\d{1,5}(?:\.\d{1,5}){2}(?:-[\w.]{1,20})?$/u;
/** Names in code, such as `render2FaUserSettings`, `PBKDF2WithHmacSHA512` and `SENTINEL-E2E-STREAM`. */
const identifier =
  /^[a-z]+(?:\d?[A-Z][a-z]+){3,}$|^[A-Z][A-Za-z\d]+With[A-Z][A-Za-z\d]+$|^[A-Z]{4,}(?:[-_][A-Z\d]{2,})*[-_][A-Z]{4,}$/u;
/** A path to a file, such as `certs/server2.pem`. */
const path = /^[\w.-]+(?:\/[\w.-]+)+\.[A-Za-z]{1,5}:?$/u;
/** Keys that vendors document as public: of Stripe and Clerk, PostHog, Mapbox and Supabase. */
const openKey = /^(?:pk_(?:live|test)_|phc_|pk\.eyJ|sb_publishable_)/u;
/** JWTs have rules of their own. */
const jwtStart = /^eyJ[\w-]{8,2000}\.eyJ/u;

/** True for base64 of words, such as `not my real password`, or of `user:word`. */
function isEncodedExample(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{12,400}={0,2}$/u.test(value)) {
    return false;
  }
  try {
    const decoded = atob(value);
    return /^[\x20-\x7E]+$/u.test(decoded) && !/\d/u.test(decoded);
  } catch {
    return false;
  }
}

function countOf(value: string, pattern: RegExp): number {
  return value.match(pattern)?.length ?? 0;
}

/** A part of a JWT; an unreadable part has no claims. */
export function jsonPart(part = ""): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/")));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
