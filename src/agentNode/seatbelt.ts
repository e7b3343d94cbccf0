/** What a profile of macOS's sandbox says of places; all paths are absolute and real. */
export interface SeatbeltPlaces {
  readonly workspace: readonly string[];
  /** In the workspace, but read-only. */
  readonly kept: readonly string[];
  /** Below those, but writable: there is no way to show a folder of the command's own in their place. */
  readonly caches: readonly string[];
  /** Neither read nor written. */
  readonly hidden: readonly string[];
  /** The command's own folder for temporary files. */
  readonly tempFolder: string;
}

/** Folders in which every program of the machine leaves files. */
const sharedTemp = ["/private/tmp", "/private/var/tmp"];

/** The profile's language: Apple's sandbox-exec(1); the last rule that fits counts. */
export function seatbeltProfile({
  workspace,
  kept,
  caches,
  hidden,
  tempFolder,
}: SeatbeltPlaces): string {
  return [
    "(version 1)",
    "(allow default)",
    "(deny network*)",
    "(deny file-write*)",
    '(allow file-write* (literal "/dev/null"))',
    `(deny file-read* file-write* ${subpaths(sharedTemp)})`,
    // A program that resolves the path of a workspace there looks at each folder above.
    ...sharedTemp.map((path) => `(allow file-read-metadata (literal ${JSON.stringify(path)}))`),
    `(allow file-read* file-write* ${subpaths([...workspace, tempFolder])})`,
    `(deny file-write* ${subpaths(kept)})`,
    ...(caches.length === 0 ? [] : [`(allow file-write* ${subpaths(caches)})`]),
    `(deny file-read* file-write* ${subpaths(hidden)})`,
  ].join("\n");
}

function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${JSON.stringify(path)})`).join(" ");
}
