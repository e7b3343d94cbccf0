import type { GuardedFiles } from "./guardedFilesEntry.ts";

/** No file system allows a longer name, in UTF-16 units. */
const maxName = 512;
const isPlain = /^[\w./\\-]*$/u;
const dotAtEnd = /\.(?:[/\\]|$)/u;
const isDrive = /^[a-z]:$/u;

/** Whether an entry of the table has a file with this name, or something of its path; `segments` are folded. */
export function isAmong(files: GuardedFiles, segments: readonly string[], name: string): boolean {
  return (
    files.names?.includes(name) === true ||
    files.pattern?.test(name) === true ||
    isBelowFolder(files, segments) ||
    files.paths?.some((end) => `/${segments.join("/")}`.endsWith(`/${end}`)) === true
  );
}

/** Whether a file lies below one of the entry's folders; `segments` are folded. */
export function isBelowFolder(
  { folders = [] }: GuardedFiles,
  segments: readonly string[],
): boolean {
  return segments.slice(0, -1).some((segment) => folders.includes(segment));
}

/**
 * The names as every file system could read them: in lower case, compatible and invisible characters replaced by
 * what they look like, and, as on Windows, without streams (`a::$DATA`) and without dots or spaces at the end.
 */
export function foldedSegments(path: string): readonly string[] {
  // Most names: a look at all files of a workspace asks for each.
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
