import { isEscapedBreak, isWord } from "../fold/digitGroups.ts";
import { Doubts, type JudgedSecret } from "./doubts.ts";
import { type FoundSecret, isName, namedSecretAt } from "./namedSecrets.ts";
import { privateKeysIn } from "./privateKeys.ts";
import { RandomTokens, shortestRun } from "./randomTokens.ts";
import { type SecretForm, secretForms } from "./secretForms.ts";
import { isPassword, isPlaceholder } from "./secretValue.ts";

const pairs = 128 * 128;
const formsByPair: (typeof secretForms)[] = [];
const mayBegin = new Uint8Array(pairs);
for (const form of secretForms) {
  for (const pair of new Set(form.starts.map((start) => pairOf(start, 0)))) {
    formsByPair[pair] = [...(formsByPair[pair] ?? []), form];
    mayBegin[pair] = 1;
  }
}

const neither = 0;
const word = 1;
const sign = 2;
const kinds = Uint8Array.from({ length: 128 }, (_, code) =>
  isWord(code) ? word : "=:>".includes(String.fromCharCode(code)) ? sign : neither,
);

function pairOf(text: string, at: number): number {
  return (text.charCodeAt(at) << 7) | text.charCodeAt(at + 1);
}

/** Keys, tokens and passwords: by their form, or beside a name such as `password`. Linear. */
export function findSecrets(text: string): readonly JudgedSecret[] {
  const found: FoundSecret[] = [...privateKeysIn(text)];
  let isInWord = false;
  let escaped = -1;
  let wordStart = 0;
  const tokens = new RandomTokens(text);
  // One place more than the text has, so that its last word ends, too.
  for (let at = 0, next = text.charCodeAt(0); at <= text.length; at += 1) {
    const code = next;
    next = text.charCodeAt(at + 1);
    const kind = code < 128 ? kinds[code] : neither;
    if (kind === word) {
      if (!isInWord && next < 128 && mayBegin[(code << 7) | next] === 1) {
        add(found, secretOfForm(text, at));
      }
      // A word begins behind an escaped break: in JSON a token may stand directly behind `\n`.
      isInWord = at !== escaped || !isEscapedBreak(text, at + 1);
      wordStart = isInWord ? wordStart : at + 1;
      continue;
    }
    add(found, at - wordStart >= shortestRun ? tokens.at(wordStart, at) : undefined);
    isInWord = false;
    wordStart = at + 1;
    escaped = code === backslash ? at + 1 : escaped;
    add(found, kind === sign ? secretAfterSign(text, at, code) : undefined);
  }
  return judged(text, found);
}

function add(found: FoundSecret[], secret: FoundSecret | undefined): void {
  if (secret) {
    found.push(secret);
  }
}

/** Of two findings of one place the certain one stays. */
function byDoubt(one: FoundSecret, other: FoundSecret): number {
  return Number(one.doubt !== undefined) - Number(other.doubt !== undefined);
}

function judged(text: string, found: readonly FoundSecret[]): readonly JudgedSecret[] {
  return found.length === 0 ? [] : new Doubts(text).judge(apart(found.toSorted(byDoubt)));
}

const colon = 0x3a;
const greater = 0x3e;
const slash = 0x2f;
const backslash = 0x5c;

function secretOfForm(text: string, at: number): FoundSecret | undefined {
  for (const form of formsByPair[pairOf(text, at)] ?? []) {
    const secret = form.starts.some((start) => text.startsWith(start, at))
      ? secretBy(form, text, at)
      : undefined;
    if (secret) {
      return secret;
    }
  }
  return undefined;
}

function secretBy(
  { pattern, name, isReal }: SecretForm,
  text: string,
  at: number,
): FoundSecret | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const value = match?.groups?.["value"] ?? match?.[0];
  if (!match || value === undefined || isReal?.(value) === false) {
    return undefined;
  }
  const start = at + match[0].lastIndexOf(value);
  const secret = { name, start, end: start + value.length };
  return name === "password" && isName(text, secret) ? undefined : secret;
}

function secretAfterSign(text: string, at: number, code: number): FoundSecret | undefined {
  const next = text.charCodeAt(at + 1);
  if (code === colon && next === slash) {
    return userInfoAt(text, at);
  }
  if (code === colon && next === upperA) {
    const telegram = telegramAt(text, at);
    if (telegram) {
      return telegram;
    }
  }
  const isScope = code === colon && (next === colon || text.charCodeAt(at - 1) === colon);
  if (isScope || (code === greater && !isWord(text.charCodeAt(at - 1)))) {
    return undefined;
  }
  return namedSecretAt(text, at);
}

const upperA = 0x41;
const userInfo =
  /:\/\/[^\s:/@"'<>`]{0,100}:(?<value>[^\s/@"'<>`]{3,200})@(?<host>[\w.[-]{1,100})/uy;
const exampleHost =
  /(?:^|\.)(?:example|exemplo)(?:\.|$)|^host(?:name)?$|^(?:my)?(?:server|proxy)$/iu;

/** The password of `scheme://user:password@host`. */
function userInfoAt(text: string, at: number): FoundSecret | undefined {
  userInfo.lastIndex = at;
  const match = userInfo.exec(text);
  const { value = "", host = "" } = match?.groups ?? {};
  if (!match || exampleHost.test(host) || !isUrlPassword(value)) {
    return undefined;
  }
  const end = at + match[0].length - host.length - 1;
  return { name: "url", start: end - value.length, end };
}

function isUrlPassword(value: string): boolean {
  return (
    !isPlaceholder(value) &&
    (isPassword(value) ||
      isPassword(`${value}${value.length >= 6 && /\d/u.test(value) ? "Q7k" : ""}`))
  );
}

const telegram = /:AA[\w-]{33}(?![\w-])/uy;

/** A bot's token of Telegram, such as `123456789:AA…`. */
function telegramAt(text: string, at: number): FoundSecret | undefined {
  telegram.lastIndex = at;
  const bot = /(?<!\w)(?:bot)?\d{8,10}$/u.exec(text.slice(Math.max(0, at - 14), at));
  return bot && telegram.test(text)
    ? { name: "token", start: at - bot[0].replace("bot", "").length, end: at + 36 }
    : undefined;
}

/** Drops overlapping places; the first and longest one stays. */
export function apart<T extends Pick<FoundSecret, "start" | "end">>(
  found: readonly T[],
): readonly T[] {
  let end = 0;
  return found
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter((place) => {
      const isFree = place.start >= end;
      end = Math.max(end, place.end);
      return isFree;
    });
}
