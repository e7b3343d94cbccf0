export interface CleanedToken {
  readonly token: string;
  /** Whether the token looks like `sk_hub_…`; hubs may accept other shapes. */
  readonly hasHubShape: boolean;
}

/** Extracts a token from pasted text: removes quotes, white space, line breaks and `Bearer `. */
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
