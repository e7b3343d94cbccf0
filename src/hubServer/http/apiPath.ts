/** Some clients join `…/hub/v1/` with `/chat/completions`; others end every path with a slash. */
export function apiPathOf(path: string): string {
  if (!path.includes("//") && !path.endsWith("/")) {
    return path;
  }
  const single = path.replaceAll(/\/{2,}/gu, "/");
  return single.startsWith("/hub/v1/") ? single.replace(/\/$/u, "") : path;
}
