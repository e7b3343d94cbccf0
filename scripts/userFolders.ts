import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where things are kept that can be made again but are slow to make: outside the checkout, so that clones share them. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const xdg = env["XDG_CACHE_HOME"];
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), ".cache");
  return join(base, "ai-hub");
}
