export interface CleanedToken {
  /** Empty if the text has no token. */
  readonly token: string;
  /** Whether the token looks like `sk_hub_…`; a hub may accept other shapes. */
  readonly hasHubShape: boolean;
}

/**
 * Takes a token out of pasted text: removes quotes, white space (line breaks inside too) and
 * `Bearer `.
 */
export function cleanToken(text: string): CleanedToken {
  const token = text
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/gu, "")
    .replace(/^[\s"'`“”‘’«»]+/u, "")
    .replace(/^authorization\s*:\s*/iu, "")
    .replace(/^bearer(?=\s|$)/iu, "")
    .replaceAll(/\s+/gu, "")
    .replaceAll(/^["'`“”‘’«»]+|["'`“”‘’«»]+$/gu, "");
  return { token, hasHubShape: /^sk_hub_[A-Za-z0-9_-]{8,}$/u.test(token) };
}
