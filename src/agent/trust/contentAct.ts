import * as z from "zod/mini";

import { foldedSegments } from "../../shared/guardedMatch.ts";
import { parseJson } from "../../shared/json.ts";

/** The parts of a `package.json` that a package manager or a Git hook runs. */
const runParts = ["scripts", "husky", "simple-git-hooks", "lint-staged", "pnpm"] as const;
const packageSchema = z.record(z.string(), z.unknown());
/** A comment before the address may hide anything, so it counts as one. */
const remoteSchema = /"\$schema"\s*(?::\s*)?(?:\/|"https?:[^"]*")/giu;
const escaped = /\\u([0-9a-f]{4})/giu;

/**
 * Whether a change runs something although its path alone does not say so: other scripts in a `package.json`, or a JSON
 * file with a new `$schema` on the network, which the editor fetches when it opens the file. `before` is undefined for a
 * new file.
 */
export function runsByContent(path: string, before: string | undefined, after: string): boolean {
  const name = foldedSegments(path).at(-1) ?? "";
  if (name === "package.json" && changesRunParts(before, after)) {
    return true;
  }
  return /\.jsonc?$/u.test(name) && addsRemoteSchema(before ?? "", after);
}

function changesRunParts(before: string | undefined, after: string): boolean {
  const now = partsOf(after);
  return now === undefined || now !== (before === undefined ? partsOf("{}") : partsOf(before));
}

/** The parts as text; undefined for what is no object of JSON. */
function partsOf(text: string): string | undefined {
  const { data } = packageSchema.safeParse(parseJson(text.replace(/^\u{FEFF}/u, "")));
  return data && JSON.stringify(runParts.map((part) => data[part] ?? null));
}

function addsRemoteSchema(before: string, after: string): boolean {
  const known = new Set(schemasIn(before));
  return schemasIn(after).some((address) => !known.has(address));
}

function schemasIn(text: string): readonly string[] {
  const readable = text.replaceAll(escaped, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return [...readable.matchAll(remoteSchema)].map(([found]) => found.replaceAll(/\s/gu, ""));
}
