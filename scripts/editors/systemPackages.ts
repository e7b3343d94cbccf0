import { spawnSync } from "node:child_process";

import { run } from "../run.ts";

/** Thrown when a machine lacks something that we may not install on it; the message says what to do. */
export class MissingSystemPackages extends Error {}

/**
 * Sees to it that Debian packages are there. Root on Debian gets them installed; elsewhere on Debian the
 * missing ones are named in a `MissingSystemPackages`; other systems are taken as they are.
 */
export async function requireSystemPackages(
  names: readonly string[],
  purpose: string,
): Promise<void> {
  if (!hasProgram("dpkg-query")) {
    return;
  }
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) {
    return;
  }
  if (process.getuid?.() !== 0) {
    throw new MissingSystemPackages(
      `${purpose} needs packages that are missing: sudo apt-get install ${missing.join(" ")}`,
    );
  }
  console.log(`Installing for ${purpose}: ${missing.join(" ")} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], { env });
}

/** Whether a program is on the PATH. */
export function hasProgram(name: string): boolean {
  return findProgram([name]) !== undefined;
}

/** The first of these programs that is on the PATH, as given. */
export function findProgram(names: readonly string[]): string | undefined {
  const probe = process.platform === "win32" ? "where" : "which";
  return names.find((name) => spawnSync(probe, [name], { stdio: "ignore" }).status === 0);
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f=${db:Status-Status}", name], {
    encoding: "utf8",
  });
  return stdout === "installed";
}
