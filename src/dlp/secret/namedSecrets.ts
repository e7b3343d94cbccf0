import type { Doubt } from "../../shared/guarded/doubts.ts";
import type { SecretName } from "../../shared/guarded/secretNames.ts";
import { isPassword, isRandom } from "./secretValue.ts";

export interface FoundSecret {
  readonly name: SecretName;
  readonly start: number;
  readonly end: number;
  /** Why the place or the form alone does not make it certain. */
  readonly doubt?: Doubt;
}

/** Last two letters of the names below: rejects most assignments before a pattern is tried. */
const endings = new Uint8Array(128 * 128);
for (const [
  first = "",
  second = "",
] of "rd wd ha ve do et en ey se al ls ss th ng ue od ev pi so ta da co bd db in io".split(" ")) {
  for (const ending of [
    first + second,
    (first + second).toUpperCase(),
    first.toUpperCase() + second,
  ]) {
    endings[(ending.charCodeAt(0) << 7) | ending.charCodeAt(1)] = 1;
  }
}

const suffix = String.raw`(?:[_-]?(?:prod|dev|value))?`;
const type = String.raw`(?:\s?:\s?(?:string|str))?`;
const close = String.raw`[\\"'\x60\]*]{0,16}`;
const passwordName = new RegExp(
  String.raw`(?:password|passwd|passphrase|(?<![a-z])pwd|(?<![a-z=])pass|senha(?:[_-]?(?:banco|bd|db|admin|usu[aá]rio))?|segredo|secret)${suffix}${close}${type}\s{0,8}$`,
  "iu",
);
const keyName = new RegExp(
  String.raw`(?:(?:api|secret|access|private|encryption|signing|master|auth|account|storage|app|service|client|shared|license)[_. -]?(?:access)?[_. -]?(?:key|token)|token|credentials?|(?<![a-z])_?auth|chave|chave[_ -]?(?:de[_ -])?(?:api|acesso|secreta|privada))${suffix}${close}${type}\s{0,8}$`,
  "iu",
);
/** Names of values that anybody may see. */
export const openName =
  /pub(?:lic|lish|.?key)|authenticity|ice.pwd|csrf|xsrf|continuation|next.?page|page.?token|cancel|keytoken|site.?key|device.?token|encrypted|obscured/iu;
/** Matches `<add key="DbPassword" value="…"/>`. */
const xmlName =
  /(?:key|name)=\\{0,15}["'][\w.:-]{0,60}?(?:password|passwd|pwd|senha|segredo|secret|token|apikey)\\{0,15}["'] value$/iu;

const lookBack = 60;
const quoted = /\\{0,15}(["'`])([^"'`\\\s]{8,512})\\{0,15}\1/uy;
const bare = /(?:[^\s"'`,;<>&|\\(){}[\]]|&(?!amp;|[\w.-]{1,40}=)){8,512}(?=["'`\s,;<>&|\\]|$)/uy;

/** Signs between a name and its `=`. */
const fills = new Uint8Array(128);
for (const character of " \"'`\\])?*") {
  fills[character.charCodeAt(0)] = 1;
}

/** The value after an `=`, a `:` or an XML tag at `at`, if its name is a secret's. */
export function namedSecretAt(text: string, at: number): FoundSecret | undefined {
  if (!endsLikeName(text, endOfName(text, at))) {
    return undefined;
  }
  const before = text.slice(Math.max(0, at - lookBack), at);
  const isPass = passwordName.test(before) || xmlName.test(before);
  return (isPass || keyName.test(before)) && !openName.test(before.slice(-32))
    ? namedValue(text, at, isPass)
    : undefined;
}

function namedValue(text: string, at: number, isPass: boolean): FoundSecret | undefined {
  const found = valueAfter(text, at);
  const value = found ? text.slice(found.start, found.end) : "";
  const isReal = isRandom(value) || (isPass && isPassword(value));
  return found && isReal && (found.isQuoted || !isName(text, found))
    ? { name: "password", start: found.start, end: found.end }
    : undefined;
}

function endsLikeName(text: string, end: number): boolean {
  const [first, last] = [text.charCodeAt(end - 2), text.charCodeAt(end - 1)];
  return first < 128 && last < 128 && endings[(first << 7) | last] === 1;
}

function endOfName(text: string, at: number): number {
  let end = at;
  while (end > at - 24 && fills[text.charCodeAt(end - 1)] === 1) {
    end -= 1;
  }
  return end;
}

function valueAfter(
  text: string,
  at: number,
): { readonly start: number; readonly end: number; readonly isQuoted: boolean } | undefined {
  // Markdown: `**Senha:** value`.
  let start = text.startsWith("**", at + 1) ? at + 3 : at + 1;
  while (start < at + 12 && " \t>=".includes(text.charAt(start))) {
    start += 1;
  }
  quoted.lastIndex = start;
  const inQuotes = quoted.exec(text);
  if (inQuotes) {
    const [whole, quote = "", value = ""] = inQuotes;
    const from = start + whole.indexOf(quote) + 1;
    return { start: from, end: from + value.length, isQuoted: true };
  }
  // Folding takes a mark of Markdown away after a digit: the closing one of two.
  start += text.charAt(start) === "\x60" ? 1 : 0;
  bare.lastIndex = start;
  const match = bare.exec(text);
  return match ? { start, end: start + match[0].length, isQuoted: false } : undefined;
}

const dotted = /^:?[A-Za-z_$][\w$]*(?:(?:[?!]\.|[.:=])[A-Za-z_$][\w$]*)+$/u;
function isKey(part: string): boolean {
  return part.length >= 24 && isRandom(part);
}

/** Names whose digits are the size of a type: `Uint8Array`, `base64String`. */
const sized = /^[A-Za-z_]*?(?:int|float|base|utf|sha|md|aes|ecdsa|rsa)_?\d{1,4}[A-Za-z_]*$/iu;
/** Names such as `oauth2ClientSecret`. */
const named = /^[A-Za-z_$][\w$]*[a-z](?:Secret|Password|Token|Key)$/u;
/** Parameters such as `length=8`. */
const parameter = /^[a-z_]{2,20}=\w/u;
const names = [dotted, sized, named, parameter];

/** True for a value without quotes that is a name or a call in code. */
export function isName(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const value = text.slice(start, end);
  const isQuoted = "\"'`".includes(text.charAt(start - 1));
  const isCode = text.charAt(end) === "(" || names.some((name) => name.test(value));
  return !isQuoted && isCode && !value.split(/[.:=]/u).some(isKey);
}
