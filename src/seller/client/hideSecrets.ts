import { escapePattern } from "../../shared/text/escapePattern.ts";
import { minSecretLength, redact, spellingsOf } from "../../shared/text/redact.ts";

const minLength = 3;

/** Short secrets are hidden only as whole words, because inside others they would hide ordinary text. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= minLength && length < minSecretLength)
    .flatMap(spellingsOf)
    .reduce(
      (masked, spelling) => masked.replaceAll(wholeWord(spelling), "***"),
      redact(text, secrets),
    );
}

/**
 * A pattern for the secret as a whole word; it may follow an escape that ends in a letter or a digit: `%3Dabc`,
 * `\nabc`, `\u003dabc`.
 */
function wholeWord(spelling: string): RegExp {
  return new RegExp(
    String.raw`(?:(?<![\p{L}\p{N}_])|(?<=%[\dA-Fa-f]{2}|\\(?:[bfnrt]|u[\dA-Fa-f]{4})))${escapePattern(spelling)}(?![\p{L}\p{N}_])`,
    "gu",
  );
}
