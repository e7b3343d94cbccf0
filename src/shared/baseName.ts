/** The last name of a path with slashes: a file's or a folder's; empty behind a slash at the end. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
