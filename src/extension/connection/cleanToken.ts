export interface CleanedToken {
  /** Empty if there is no token in the text. */
  readonly token: string;
  /** Whether it looks like `sk_hub_…`; a hub may well accept another shape. */
  readonly hasHubShape: boolean;
}

/** Takes a token out of pasted text: without quotes, white space (line breaks inside too), `Bearer `. */
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
