/** The last name of a path with slashes, of a file or folder; empty if the path ends with a slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
