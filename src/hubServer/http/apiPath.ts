/**
 * The path of a request as the API's routes spell it: with single slashes, and none at the end. A client that joins a
 * base URL `…/hub/v1/` with `/chat/completions` asks for `/hub/v1//chat/completions`; others end every path with a
 * slash. All that looks at a path looks at this one. A path outside the API stays as it is.
 */
export function apiPathOf(path: string): string {
  if (!path.includes("//") && !path.endsWith("/")) {
    return path;
  }
  const single = path.replaceAll(/\/{2,}/gu, "/");
  return single.startsWith("/hub/v1/") ? single.replace(/\/$/u, "") : path;
}
