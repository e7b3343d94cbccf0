import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder of a peer's npm package, installed without its scripts into the user's cache at first use. */
export function cachedPackage(name: string, version: string): string {
  const home = join(
    homedir(),
    ".cache/ai-hub/bench",
    `${name.replaceAll(/\W+/gu, "-")}-${version}`,
  );
  const folder = join(home, "node_modules", name);
  if (!existsSync(folder)) {
    execFileSync("npm", ["install", "--prefix", home, "--ignore-scripts", `${name}@${version}`], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  return folder;
}
