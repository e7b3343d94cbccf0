import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

import { run } from "./run.ts";

/** Debian's packages that a purpose needs. */
export const browserPackages = ["chromium", "fonts-liberation", "fonts-dejavu-core"] as const;
export const editorBuildPackages = [
  "g++",
  "libkrb5-dev",
  "libsecret-1-dev",
  "libx11-dev",
  "libxkbfile-dev",
  "make",
  "pkg-config",
  "python3",
  "ripgrep",
] as const;

/**
 * Makes sure that Debian packages are there; installs them only on Debian as root, and says so.
 * The result names what is missing.
 */
export async function ensurePackages(names: readonly string[]): Promise<readonly string[]> {
  const missing = missingPackages(names);
  if (missing.length === 0 || !canInstall()) {
    return missing;
  }
  console.log(`Installing system packages: ${missing.join(" ")} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], { env });
  return missingPackages(names);
}

function canInstall(): boolean {
  return existsSync("/etc/debian_version") && process.getuid?.() === 0;
}

function missingPackages(names: readonly string[]): readonly string[] {
  if (!existsSync("/usr/bin/dpkg-query")) {
    return [];
  }
  return names.filter((name) => {
    const query = spawnSync("dpkg-query", ["-W", "-f=${db:Status-Status}", name]);
    return query.stdout.toString() !== "installed";
  });
}
