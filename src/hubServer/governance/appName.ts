import { maskedLabel } from "./labels.ts";

const maxLength = 64;
const maxNamesPerToken = 32;

/** A cache: clients repeat their name in each request. */
const cleaned = new Map<string, string>();
const maxCleaned = 1_000;

/**
 * The application's name from the header `X-Hub-App`: case, width and accents folded to
 * `[a-z0-9._-]`. `unknown` if the header is absent; `other` if the name has over 64 characters,
 * none left, or personal data.
 */
export function cleanAppName(header: string | undefined): string {
  if (header === undefined || header.trim() === "") {
    return "unknown";
  }
  if (header.length > maxLength) {
    return "other";
  }
  const known = cleaned.get(header);
  if (known !== undefined) {
    return known;
  }
  const folded = foldedName(header);
  const isPrivate = [header, folded].some((text) => maskedLabel(text) !== text);
  const name = isPrivate ? "other" : folded;
  if (cleaned.size < maxCleaned) {
    cleaned.set(header, name);
  }
  return name;
}

function foldedName(header: string): string {
  // Nearly all names are as they should be.
  if (/^[a-z0-9._]+(?:-[a-z0-9._]+)*$/u.test(header)) {
    return header;
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
 * Keeps the first 32 names of applications per token that this process has seen: a client that
 * makes up a new name for every request appears as `other` in reports.
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
