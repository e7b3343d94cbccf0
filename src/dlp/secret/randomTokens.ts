import { isDigit, isEscapedBreak, isWord } from "../fold/digitGroups.ts";
import { type FoundSecret, isName, openName } from "./namedSecrets.ts";
import { randomBits } from "./randomBits.ts";
import { isRandom } from "./secretValue.ts";

/** Shorter runs of letters and digits start no search for a token. */
export const shortestRun = 12;
const shortest = 16;
const longest = 400;
const lookBack = 56;

const join = 1;
/** Characters of tokens: letters, digits and `_`, and signs that join them. */
const tokenCodes = Uint8Array.from({ length: 128 }, (_, code) =>
  isWord(code) ? 2 : "-.~+/".includes(String.fromCharCode(code)) ? join : 0,
);

const colon = 0x3a;
/** Characters directly before a token. */
const opening = new Uint8Array(128).fill(1, 0, 0x21);
for (const character of "\"'`=:,;()[]{}<>|*\\") {
  opening[character.charCodeAt(0)] = 1;
}

const credential = String.raw`(?:api[_ -]?keys?|keys?|tokens?|secrets?|auth|credentials?|password|passwd|senhas?|chaves?|segredos?|credencia(?:l|is))`;
/** Parts of such words, for a quick look. */
const anyCredential = /key|token|secret|auth|creden|passw|senha|chave|segredo/iu;
/** Such a word, alone or at a name's end, directly before the value: `ENV UMBLER_KEY `, `"key": "`, `--auth=`. */
const named = new RegExp(
  String.raw`(?<word>${credential})(?:[_.-]?(?:prod|dev|live|value))?[\\"'\x60\])*]{0,6}(?:\s?:\s?string)?(?:\s?(?::=|=>|[:=>])\s?| |\()[\\"'\x60([{*]{0,6}$`,
  "iu",
);
/** Such a word in a sentence before the value: `my key is `, `o token da Umbler aqui: `. */
const told = new RegExp(
  String.raw`(?<![\w-])${credential}(?![\w-])[\p{L}'’":()\x60* -]{1,32}(?:[ (]|:\s?)["'\x60(*]{0,3}$`,
  "iu",
);
/** Names of digests and of keys that order or find records. */
const open =
  /hash|sha\d|md5|digest|checksum|integrity|etag|commit|\brev\b|finger|nonce|signature|cache|(?:primary|foreign|partition|sort|index)[_.-]?key/iu;

/** Finds the random tokens around runs of letters and digits: beside a name, in a sentence, or in the form of a vendor's key. */
export class RandomTokens {
  readonly #text: string;
  #lookedTo = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Looks at each token once, however many runs it has. */
  at(from: number, to: number): FoundSecret | undefined {
    if (from < this.#lookedTo || !isMixed(this.#text, from, to)) {
      return undefined;
    }
    const span = { start: startOf(this.#text, from), end: endOf(this.#text, to) };
    this.#lookedTo = span.end;
    return mayBeToken(this.#text, span) ? tokenIn(this.#text, span) : undefined;
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** True for digits beside letters. */
function isMixed(text: string, start: number, end: number): boolean {
  const startsWithDigit = isDigit(text.charCodeAt(start));
  let at = start + 1;
  while (at < end && isDigit(text.charCodeAt(at)) === startsWithDigit) {
    at += 1;
  }
  return at < end;
}

/** By single characters, because most runs are digests and parts of addresses. */
function mayBeToken(text: string, { start, end }: Span): boolean {
  const length = end - start;
  const before = text.charCodeAt(start - 1);
  return (
    length >= shortest &&
    length <= longest &&
    (!(before < 128) || opening[before] === 1 || isEscapedBreak(text, start)) &&
    !(before === colon && isDigit(text.charCodeAt(start - 2))) &&
    !(text.startsWith("sha", start) && isDigit(text.charCodeAt(start + 3)))
  );
}

function tokenIn(text: string, span: Span): FoundSecret | undefined {
  const { start, end } = span;
  const before = text.slice(Math.max(0, start - lookBack), start);
  const value = text.slice(start, end);
  const place = placeOf(before);
  if (place !== undefined && !isOpen(before.slice(-48))) {
    const found = ofPlace(place, value, before.endsWith("("));
    return found && { ...found, ...span };
  }
  const mayHaveForm = twoLetters.test(value) || before.charAt(before.length - 2) === "(";
  const found = mayHaveForm && isBounded(text, start, end) ? ofForm(before, value) : undefined;
  return found && !isName(text, span) && !isOpen(before) ? { ...found, ...span } : undefined;
}

/** Without quotes the argument of a call is mostly a name in code: `HeaderKey(xhttp.AmzChecksumCRC32C)`. */
function ofPlace(place: Place, value: string, isArgument: boolean): FoundToken | undefined {
  const bits = bitsOf(value);
  const isUuid = uuid.test(value);
  if (bits <= publicNumberBits && !(isUuid && (place === "ownKey" || place === "told"))) {
    return undefined;
  }
  const isNamed = !isArgument && (place === "named" || (place === "ownKey" && !isUuid));
  const isCertain = isNamed || (bits >= apart && !isDigest(value));
  return { name: "password", ...(isCertain ? {} : { doubt: "unnamed" }) };
}

/** Without a name: a vendor's form, or the only argument of a client. */
function ofForm(before: string, value: string): FoundToken | undefined {
  const prefix = prefixOf(value);
  if (prefix !== undefined) {
    return { name: "token", ...(credentialPart.test(prefix) ? {} : { doubt: "unnamed" }) };
  }
  return before.charAt(before.length - 2) === "(" &&
    client.test(before) &&
    !isDigest(value) &&
    bitsOf(value) >= strong
    ? { name: "password", doubt: "unnamed" }
    : undefined;
}

function isOpen(before: string): boolean {
  return open.test(before) || openName.test(before);
}

/** `ownKey`: a name with more than such a word, such as `UMBLER_KEY`; `key`: that word alone. */
type Place = "ownKey" | "named" | "key" | "told";
type FoundToken = Pick<FoundSecret, "name" | "doubt">;

/** The random bits of a generated value, 0 for any other. */
function bitsOf(value: string): number {
  return isRandom(value) ? randomBits(value) : 0;
}

/** A digest has the form of hexadecimal keys. */
function isDigest(value: string): boolean {
  return /^(?:[\da-f]+|[\dA-F]+)$/u.test(value);
}

/** The only argument of a client: `new Umbler("…")`. */
const client = /(?:\bnew [A-Z]\w{0,40}|[Cc]lient|[Ll]ogin|[Cc]onnect)\(["'\x60]$/u;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

function placeOf(before: string): Place | undefined {
  if (!anyCredential.test(before)) {
    return undefined;
  }
  const match = named.exec(before);
  if (!match) {
    return told.test(before) ? "told" : undefined;
  }
  if (/[\w-]/u.test(before.charAt(match.index - 1))) {
    return "ownKey";
  }
  return /^(?:keys?|chaves?)$/iu.test(match.groups?.["word"] ?? "") ? "key" : "named";
}

/** Of the short number of a public key. */
const publicNumberBits = 64;
const strong = 90;
/** Beside the word `key` alone names of code with numbers stand, too: `unknown key XAmzChecksumCRC32C`. */
const apart = 115;
const twoLetters = /^[A-Za-z]{2}/u;
/** Short groups of letters before a random part: `flb_live_…`. No host with a path. */
const prefixed =
  /^(?!xn--|[\w-]{1,40}\.[\w.-]{1,40}\/)(?<prefix>[A-Za-z]{2,10}\d?[_.-](?:(?:[A-Za-z]{2,10}\d{0,2}|[A-Za-z]\d{1,2})[_.-]){0,3})(?<tail>[\w.~+/=-]{16,})$/u;
const credentialPart = /(?:^|[_.-])(?:api|auth|key|live|pat|prod|rk|secret|sk|token)[_.-]/iu;

/** UUIDs and digests, as in names of records and jobs: `snapshot-<uuid>-pvc-<uuid>`. */
const hexadecimal = /(?<![A-Za-z\d])[\da-f]{4,}(?![A-Za-z\d])/giu;

function prefixOf(value: string): string | undefined {
  const { prefix = "", tail = "" } = prefixed.exec(value)?.groups ?? {};
  const own = credentialPart.test(prefix) ? tail : tail.replaceAll(hexadecimal, "");
  // The hub's own tokens have check characters.
  return prefix !== "sk_hub_" && randomBits(own) >= strong && isRandom(value) ? prefix : undefined;
}

/** True for a token that stands apart, as a word does. */
function isBounded(text: string, start: number, end: number): boolean {
  return (
    (/^[\s"'\x60=:,;()[\]{}<>|]?$/u.test(text.charAt(start - 1)) || isEscapedBreak(text, start)) &&
    /^[\s"'\x60,;()[\]{}<>|\\&]?$/u.test(text.charAt(end))
  );
}

function startOf(text: string, from: number): number {
  let start = from;
  while (
    from - start < longest &&
    (tokenCodes[text.charCodeAt(start - 1)] ?? 0) > 0 &&
    !isEscapedBreak(text, start)
  ) {
    start -= 1;
  }
  while (start < from && tokenCodes[text.charCodeAt(start)] === join && !opens(text, start)) {
    start += 1;
  }
  return start;
}

function endOf(text: string, to: number): number {
  let end = to;
  while (end - to < longest && (tokenCodes[text.charCodeAt(end)] ?? 0) > 0) {
    end += 1;
  }
  while (end > to && (".~/".includes(text.charAt(end - 1)) || text.startsWith("--", end - 2))) {
    end -= 1;
  }
  return end + (text.startsWith("==", end) ? 2 : text.startsWith("=", end) ? 1 : 0);
}

/** A generated value may begin with a sign. */
function opens(text: string, start: number): boolean {
  return text.charAt(start) !== "." && "=\"'`".includes(text.charAt(start - 1) || " ");
}
