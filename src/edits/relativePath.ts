const maxSegments = 64;

/**
 * Undefined for `..`, a drive, a home directory, a short Windows name, control or invisible characters, and a path
 * inside `.git`, whose hooks run by themselves. An absolute path must begin with one of the roots.
 */
export function relativeSegments(
  path: string,
  roots: readonly string[],
): readonly string[] | undefined {
  const slashed = withDrive(path.trim().replaceAll("\\", "/"));
  const root = roots.find((folder) => slashed.startsWith(`${folder.replace(/\/$/u, "")}/`));
  const rest = root === undefined ? slashed : slashed.slice(root.replace(/\/$/u, "").length + 1);
  if (rest.startsWith("/") || rest.startsWith("~") || /[\p{Cc}\p{Cf}:*?"<>|]/u.test(rest)) {
    return undefined;
  }
  const segments = rest.split("/").filter((segment) => segment !== "" && segment !== ".");
  const isSafe = segments.every((segment) => !/[. ]$|^\.git$|^[^.]{1,6}~\d/iu.test(segment));
  return isSafe && segments.length > 0 && segments.length <= maxSegments ? segments : undefined;
}

function withDrive(path: string): string {
  return /^[A-Za-z]:\//u.test(path) ? `/${path.charAt(0).toLowerCase()}${path.slice(1)}` : path;
}
