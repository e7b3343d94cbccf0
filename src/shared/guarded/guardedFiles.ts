import { guardedFiles } from "./guardedFileNames.ts";
import type { GuardedFiles, RunningPart } from "./guardedFilesEntry.ts";
import { foldedSegments, isAmong } from "./guardedMatch.ts";

const commands = guardedFiles.filter(({ why }) => why === "runs" || why === "instructs");
const builds = guardedFiles.filter(({ why }) => why === "runsOnCommand");

/** Names that are guarded on a workspace's own level from the first command in the sandbox on. */
export const guardedAtTop: readonly string[] = guardedFiles.flatMap(({ atTop = [] }) => atTop);

/**
 * Whether a file decides, without anybody starting it, what runs on this machine or what models are instructed to
 * do: a change to such a file needs a question of its own. The path may have any separators.
 */
export function runsByItself(path: string): boolean {
  return among(commands, foldedSegments(path)) !== undefined;
}

/**
 * Which part of a file runs when somebody builds, tests or installs, besides what runs by itself: an agent does so by
 * itself, so its change to that part needs a question too. Undefined: nothing of it does.
 */
export function partRunOnCommand(path: string): RunningPart | "all" | undefined {
  const entry = among(builds, foldedSegments(path));
  return entry === undefined ? undefined : (entry.part ?? "all");
}

/** Whether anything of a file by this name runs, or instructs models; a script is one only by its content. */
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
