import { guardedFiles } from "./guardedFileNames.ts";
import { foldedSegments, isAmong } from "./guardedMatch.ts";

/**
 * Whether a file decides, without anybody starting it, what runs on this machine or what models are instructed to
 * do: a change to such a file needs a question of its own. The path may have any separators.
 */
export function runsByItself(path: string): boolean {
  const segments = foldedSegments(path);
  return commands.some((files) => isAmong(files, segments, segments.at(-1) ?? ""));
}

/**
 * Whether a file runs when somebody builds, tests or installs, besides those that run by themselves. An agent does so
 * by itself, so its change to such a file needs a question too.
 */
export function runsOnCommand(path: string): boolean {
  const segments = foldedSegments(path);
  return builds.some((files) => isAmong(files, segments, segments.at(-1) ?? ""));
}

const commands = guardedFiles.filter(({ why }) => why === "runs" || why === "instructs");
const builds = guardedFiles.filter(({ why }) => why === "runsOnCommand");
