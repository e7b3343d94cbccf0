import type { CheckpointEntry } from "./checkpointLog.ts";

/**
 * The folders above a path that were made with files of these entries, the innermost first: going back removes those that
 * are empty then.
 */
export function madeFoldersAbove(
  entries: readonly CheckpointEntry[],
  path: string,
): readonly string[] {
  const made = entries.flatMap((entry) =>
    entry.kind === "before" && entry.newFolder !== undefined ? [entry.newFolder] : [],
  );
  const folders: string[] = [];
  // A path of Windows begins with a drive or with two backslashes.
  const separator = path.startsWith("/") ? "/" : "\\";
  for (let end = path.lastIndexOf(separator); end > 0; end = path.lastIndexOf(separator, end - 1)) {
    folders.push(path.slice(0, end));
  }
  return folders.filter((folder) =>
    made.some((top) => folder === top || folder.startsWith(top + separator)),
  );
}
