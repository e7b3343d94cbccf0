import type { CheckpointEntry } from "./checkpointLog.ts";

/** Innermost first. A restore removes the empty folders. */
export function madeFoldersAbove(
  entries: readonly CheckpointEntry[],
  path: string,
): readonly string[] {
  const made = entries.flatMap((entry) =>
    entry.kind === "before" && entry.newFolder !== undefined ? [entry.newFolder] : [],
  );
  const folders: string[] = [];
  // A Windows path begins with a drive or with two backslashes.
  const separator = path.startsWith("/") ? "/" : "\\";
  for (let end = path.lastIndexOf(separator); end > 0; end = path.lastIndexOf(separator, end - 1)) {
    folders.push(path.slice(0, end));
  }
  return folders.filter((folder) =>
    made.some((top) => folder === top || folder.startsWith(top + separator)),
  );
}
