import { guardedFiles } from "./guardedFileNames.ts";
import type { GuardedFiles, RunningPart } from "./guardedFilesEntry.ts";
import { foldedSegments, isAmong } from "./guardedMatch.ts";

const commands = guardedFiles.filter(({ why }) => why === "runs" || why === "instructs");
const builds = guardedFiles.filter(({ why }) => why === "runsOnCommand");

/** Files on the workspace's top level, guarded from the first sandboxed command on. */
export const guardedAtTop: readonly string[] = guardedFiles.flatMap(({ atTop = [] }) => atTop);

/**
 * True if a changed file can run code or instruct models without an act of a person, so that its change needs a
 * question. The path may have any separators.
 */
export function runsByItself(path: string): boolean {
  return among(commands, foldedSegments(path)) !== undefined;
}

/**
 * The part of the file that builds, tests and installs run. An agent starts them, so a change of it needs a question,
 * too.
 */
export function partRunOnCommand(path: string): RunningPart | "all" | undefined {
  const entry = among(builds, foldedSegments(path));
  return entry === undefined ? undefined : (entry.part ?? "all");
}

/** True for a file that runs by its name; a script is recognised by its content. */
export function runsByName(path: string): boolean {
  const part = partRunOnCommand(path);
  return runsByItself(path) || (part !== undefined && part !== "script");
}

function among(
  entries: readonly GuardedFiles[],
  segments: readonly string[],
): GuardedFiles | undefined {
  return entries.find((files) => isAmong(files, segments, segments.at(-1) ?? ""));
}
