import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The bundled hub. */
export const hubProgram = join(root, "dist", "hub.mjs");

/** The bundled agent without an editor. */
export const agentProgram = join(root, "dist", "agent.mjs");

/** The bundled search in a folder's code. */
export const searchProgram = join(root, "dist", "search.mjs");

/** Kept between runs and clones: editors, and the state of `npm start`. */
export const cacheRoot = process.env["AI_HUB_CACHE"] ?? join(platformCache(), "ai-hub");

/** Full path of the first of these programs on PATH. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const suffixes = process.platform === "win32" ? [".cmd", ".exe"] : [""];
  return names
    .flatMap((name) => suffixes.map((suffix) => name + suffix))
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

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
