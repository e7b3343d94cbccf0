const mask = "***";
/** Shorter values are hidden only as a whole word: inside others they would hide ordinary text. */
const minLengthInsideWords = 6;
/** Values below this length are articles and numbers of one digit, and no secret. */
const minSecretLength = 3;
/** From this length on the last characters of a secret identify it, so they are hidden wherever they occur. */
const minLengthToMaskTail = 20;

/**
 * Hides secrets in text: each given value as it is, in base64, URL-encoded or escaped as in JSON or XML, and its last eight characters;
 * also everything that looks like a hub token or a JSON Web Token.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return allSpellings(secrets)
    .reduce<string>((masked, spelling) => masked.replaceAll(spelling, mask), text)
    .replaceAll(
      /sk_hub_[A-Za-z0-9_-]{8,}|(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]+)?/gu,
      mask,
    );
}

/** The longest first: a spelling may be a part of another. */
function allSpellings(secrets: readonly string[]): readonly (string | RegExp)[] {
  if (isSame(secrets, lastSecrets)) {
    return lastSpellings;
  }
  lastSpellings = secrets
    .flatMap(spellingsOf)
    .toSorted((one, other) => other.length - one.length)
    .map((spelling) => (spelling.length < minLengthInsideWords ? wholeWord(spelling) : spelling));
  lastSecrets = [...secrets];
  return lastSpellings;
}

/**
 * The last secrets and their spellings. An import redacts every header of its answers with the same
 * token: made anew each time, the spellings were more than half of its garbage (260 kB a row).
 */
let lastSecrets: readonly string[] = [];
let lastSpellings: readonly (string | RegExp)[] = [];

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

/** Also after an escape that ends in a letter or a digit, as in `%3Dabc`, `\nabc` and `\u003dabc`. */
function wholeWord(spelling: string): RegExp {
  const escaped = spelling.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  return new RegExp(
    String.raw`(?:(?<![\p{L}\p{N}_])|(?<=%[\dA-Fa-f]{2}|\\(?:[bfnrt]|u[\dA-Fa-f]{4})))${escaped}(?![\p{L}\p{N}_])`,
    "gu",
  );
}

function spellingsOf(secret: string): readonly string[] {
  if (secret.length < minSecretLength) {
    return [];
  }
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(String.fromCodePoint(...bytes)).replace(/=+$/u, "");
  const tail = secret.length >= minLengthToMaskTail ? [secret.slice(-8)] : [];
  return [
    secret,
    encodeURIComponent(new TextDecoder().decode(bytes)),
    JSON.stringify(secret).slice(1, -1),
    // Some servers write every slash in JSON so.
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll("/", String.raw`\/`),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
    ...tail,
  ];
}
