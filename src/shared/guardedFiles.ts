import { guardedFiles } from "./guardedFileNames.ts";
import type { GuardedFiles } from "./guardedFilesEntry.ts";

/** No file system allows a longer name, in UTF-16 units. */
const maxName = 512;
const isDrive = /^[a-z]:$/u;
/** Endings of the copies that editors and people leave beside a file. */
const backupEnd = /(?:~|\.(?:bak|backup|old|orig|save|copy|tmp|\d{1,8}))+$/u;
const swapFile = /^\.(.+)\.sw[a-p]$/u;
/** Endings of samples that projects commit on purpose: `.env.example`. */
const sampleEnd = /\.(?:example|sample|template|dist|defaults?)$/u;

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

/** Whether a file is likely to hold secrets. The path may have any separators. */
export function isSecretFile(path: string): boolean {
  const segments = foldedSegments(path);
  const name = (segments.at(-1) ?? "").replace(swapFile, "$1").replace(backupEnd, "");
  const known = [...segments.slice(0, -1), name];
  return secrets.some(
    (files) => isBelow(files, segments) || (!sampleEnd.test(name) && isAmong(files, known, name)),
  );
}

const commands = guardedFiles.filter(({ why }) => why === "runs" || why === "instructs");
const builds = guardedFiles.filter(({ why }) => why === "runsOnCommand");
const secrets = guardedFiles.filter(({ why }) => why === "secret");

function isAmong(files: GuardedFiles, segments: readonly string[], name: string): boolean {
  return (
    files.names?.includes(name) === true ||
    files.pattern?.test(name) === true ||
    isBelow(files, segments) ||
    files.paths?.some((end) => `/${segments.join("/")}`.endsWith(`/${end}`)) === true
  );
}

function isBelow({ folders = [] }: GuardedFiles, segments: readonly string[]): boolean {
  return segments.slice(0, -1).some((segment) => folders.includes(segment));
}

/**
 * The names as every file system could read them: in lower case, compatible and invisible characters replaced by
 * what they look like, and, as on Windows, without streams (`a::$DATA`) and without dots or spaces at the end.
 */
export function foldedSegments(path: string): readonly string[] {
  const folded = path.normalize("NFKC").replaceAll(/[\p{Cf}\p{Cc}\u{FE00}-\u{FE0F}]/gu, "");
  return folded
    .toUpperCase()
    .toLowerCase()
    .split(/[/\\]/u)
    .map((segment) => segment.slice(0, maxName))
    .map((segment) => (isDrive.test(segment) ? segment : segment.replace(/:.*$/u, "")))
    .map((segment) => segment.replace(/(?<![. ])[. ]+$/u, ""));
}
