import { redact } from "../../shared/redact.ts";

/** From this length on a secret is hidden by `redact`, also inside words. */
const minLengthInsideWords = 6;
/** Values below this length are articles and numbers of one digit, and no secret. */
const minLength = 3;

/**
 * `redact` for the secrets of a portal, which may be short: those are hidden only as a whole word, because inside others they
 * would hide ordinary text.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= minLength && length < minLengthInsideWords)
    .flatMap(spellingsOf)
    .reduce(
      (masked, spelling) => masked.replaceAll(wholeWord(spelling), "***"),
      redact(text, secrets),
    );
}

function spellingsOf(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  return [
    secret,
    encodeURIComponent(new TextDecoder().decode(bytes)),
    JSON.stringify(secret).slice(1, -1),
    btoa(String.fromCodePoint(...bytes)).replace(/=+$/u, ""),
  ];
}

/** Also after an escape that ends in a letter or a digit, as in `%3Dabc`, `\nabc` and `\u003dabc`. */
function wholeWord(spelling: string): RegExp {
  const escaped = spelling.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  return new RegExp(
    String.raw`(?:(?<![\p{L}\p{N}_])|(?<=%[\dA-Fa-f]{2}|\\(?:[bfnrt]|u[\dA-Fa-f]{4})))${escaped}(?![\p{L}\p{N}_])`,
    "gu",
  );
}
