import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is kept between runs and clones: editors, and the state of `npm start`. */
export const cacheRoot = process.env["AI_HUB_CACHE"] ?? join(platformCache(), "ai-hub");

function platformCache(): string {
  switch (process.platform) {
    case "win32":
      return process.env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
    case "darwin":
      return join(homedir(), "Library", "Caches");
    default:
      return process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  }
}
