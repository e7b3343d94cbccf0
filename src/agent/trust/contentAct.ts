import { partRunOnCommand } from "../../shared/guarded/guardedFiles.ts";
import { foldedSegments } from "../../shared/guarded/guardedMatch.ts";
import { changesWhatRuns, isScript, isShellScript } from "./runningPart.ts";

// A comment before the address may hide anything, so it counts as a remote address.
const remoteSchema = /"\$schema"\s*(?::\s*)?(?:\/|"https?:[^"]*")/giu;
const escaped = /\\u([0-9a-f]{4})/giu;

/**
 * Whether a change runs something although its path does not show it: other scripts in a `package.json`, a script of
 * any name, or a JSON file with a new remote `$schema`, which the editor fetches. `before` is undefined for a new file.
 */
export function runsByContent(path: string, before: string | undefined, after: string): boolean {
  if (isShellScript(after) || (isScript(after) && partRunOnCommand(path) === "script")) {
    return before !== after;
  }
  if (partRunOnCommand(path) === "scripts" && changesWhatRuns(path, before, after)) {
    return true;
  }
  const name = foldedSegments(path).at(-1) ?? "";
  return /\.jsonc?$/u.test(name) && addsRemoteSchema(before ?? "", after);
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
