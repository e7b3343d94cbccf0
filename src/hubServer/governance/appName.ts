const maxLength = 64;
const maxNamesPerToken = 32;

/**
 * The header `X-Hub-App` as the name of an application: case, width and accents folded to `[a-z0-9._-]`. What
 * is absent is `unknown`; what is longer than 64 characters or has nothing left is `other`.
 */
export function cleanAppName(header: string | undefined): string {
  if (header === undefined || header.trim() === "") {
    return "unknown";
  }
  if (header.length > maxLength) {
    return "other";
  }
  const name = header
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "");
  return name === "" || name.length > maxLength ? "other" : name;
}

/**
 * Names of applications, of each token the first 32 that this process has seen: a client that makes up a new
 * name for every request ends as `other` in reports.
 */
export class AppNames {
  readonly #known = new Map<string, Set<string>>();

  nameOf(tokenId: string, header: string | undefined): string {
    const name = cleanAppName(header);
    const known = this.#known.get(tokenId) ?? new Set();
    this.#known.set(tokenId, known);
    if (!known.has(name) && known.size >= maxNamesPerToken) {
      return "other";
    }
    known.add(name);
    return name;
  }
}
