const mask = "***";
/** Shorter values would also hide ordinary words. */
export const minSecretLength = 6;
/** The last characters of a longer secret identify it, so they are hidden wherever they occur. */
const minLengthToMaskTail = 20;

/**
 * Hides each secret in all its spellings, its last eight characters, and anything like a hub token or a JSON Web Token.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return allSpellings(secrets)
    .reduce((masked, spelling) => masked.replaceAll(spelling, mask), text)
    .replaceAll(
      /sk_hub_[A-Za-z0-9_-]{8,}|(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]+)?/gu,
      mask,
    );
}

/** A spelling may be a part of another, so the longest comes first. */
function allSpellings(secrets: readonly string[]): readonly string[] {
  if (isSame(secrets, lastSecrets)) {
    return lastSpellings;
  }
  lastSpellings = secrets
    .filter(({ length }) => length >= minSecretLength)
    .flatMap((secret) => [...spellingsOf(secret), ...tailOf(secret)])
    .toSorted((one, other) => other.length - one.length);
  lastSecrets = [...secrets];
  return lastSpellings;
}

/**
 * Cached spellings of the last secrets. An import redacts every header with the same token: computing them each time
 * made more than half of its garbage (260 kB a row).
 */
let lastSecrets: readonly string[] = [];
let lastSpellings: readonly string[] = [];

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

function tailOf(secret: string): readonly string[] {
  return secret.length >= minLengthToMaskTail ? [secret.slice(-8)] : [];
}

export function spellingsOf(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(String.fromCodePoint(...bytes)).replace(/=+$/u, "");
  return [
    secret,
    encodeURIComponent(new TextDecoder().decode(bytes)),
    JSON.stringify(secret).slice(1, -1),
    // Some servers escape every slash in JSON.
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll("/", String.raw`\/`),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
  ];
}
