/**
 * Removes superfluous slashes from an API path. A client that joins `…/hub/v1/` with
 * `/chat/completions` requests `/hub/v1//chat/completions`; others end every path with a slash. All
 * code that reads a path uses this form. Other paths stay unchanged.
 */
export function apiPathOf(path: string): string {
  if (!path.includes("//") && !path.endsWith("/")) {
    return path;
  }
  const single = path.replaceAll(/\/{2,}/gu, "/");
  return single.startsWith("/hub/v1/") ? single.replace(/\/$/u, "") : path;
}
