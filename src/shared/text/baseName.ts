/** Returns "" if the path ends with a slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
