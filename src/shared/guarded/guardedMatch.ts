import type { GuardedFiles } from "./guardedFilesEntry.ts";

/** No file system allows a longer name, in UTF-16 units. */
const maxName = 512;
const isPlain = /^[\w./\\-]*$/u;
const dotAtEnd = /\.(?:[/\\]|$)/u;
const isDrive = /^[a-z]:$/u;

export function isAmong(files: GuardedFiles, segments: readonly string[], name: string): boolean {
  return (
    files.names?.includes(name) === true ||
    files.pattern?.test(name) === true ||
    isBelowFolder(files, segments) ||
    files.paths?.some((end) => `/${segments.join("/")}`.endsWith(`/${end}`)) === true
  );
}

export function isBelowFolder(
  { folders = [] }: GuardedFiles,
  segments: readonly string[],
): boolean {
  return segments.slice(0, -1).some((segment) => folders.includes(segment));
}

/**
 * The names of a path as any file system may read them: lower case, without compatible and invisible characters and,
 * as on Windows, without streams (`a::$DATA`) and final dots or spaces.
 */
export function foldedSegments(path: string): readonly string[] {
  // Most names of a workspace take this fast path.
  if (path.length < maxName && isPlain.test(path) && !dotAtEnd.test(path)) {
    return path.toLowerCase().split(/[/\\]/u);
  }
  const folded = path.normalize("NFKC").replaceAll(/[\p{Cf}\p{Cc}\u{FE00}-\u{FE0F}]/gu, "");
  return folded
    .toUpperCase()
    .toLowerCase()
    .split(/[/\\]/u)
    .map((segment) => segment.slice(0, maxName))
    .map((segment) => (isDrive.test(segment) ? segment : segment.replace(/:.*$/u, "")))
    .map((segment) => segment.replace(/(?<![. ])[. ]+$/u, ""));
}
