import { guardedFiles } from "./guardedFileNames.ts";
import type { GuardedFiles, RunningPart } from "./guardedFilesEntry.ts";
import { foldedSegments, isAmong } from "./guardedMatch.ts";

const commands = guardedFiles.filter(({ why }) => why === "runs" || why === "instructs");
const builds = guardedFiles.filter(({ why }) => why === "runsOnCommand");

/** Guarded on a workspace's own level from the first sandboxed command on. */
export const guardedAtTop: readonly string[] = guardedFiles.flatMap(({ atTop = [] }) => atTop);

/**
 * True if a change can run code or instruct models without a person's act, so it needs its own question. Any
 * separators.
 */
export function runsByItself(path: string): boolean {
  return among(commands, foldedSegments(path)) !== undefined;
}

/**
 * The part of a file that runs during builds, tests or installs. An agent starts these, so a change to that part needs
 * a question too.
 */
export function partRunOnCommand(path: string): RunningPart | "all" | undefined {
  const entry = among(builds, foldedSegments(path));
  return entry === undefined ? undefined : (entry.part ?? "all");
}

/** A script is recognised only by its content. */
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
