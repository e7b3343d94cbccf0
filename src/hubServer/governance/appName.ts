import { maskedLabel } from "./labels.ts";

const maxLength = 64;
const maxNamesPerToken = 32;

const cleaned = new Map<string, string>();
const maxCleaned = 1_000;

/**
 * Folds case, width and accents to `[a-z0-9._-]`. `other` for over 64 characters, no valid character, or personal data.
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
  // Fast path: nearly all names need no change.
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

/** At most 32 names per token; later names become `other`, as a client may invent a name per request. */
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
