import { spawnSync } from "node:child_process";

import { run } from "./run.ts";

/** Debian packages, by purpose. */
export const browserPackages = ["chromium", "fonts-dejavu-core", "fonts-liberation"] as const;
/** Chromium without a window. */
export const pageBrowserPackages = ["chromium-headless-shell"] as const;
/** The sandbox for an agent's commands. */
export const sandboxPackages = ["bubblewrap"] as const;
/** Shells in which scripts that count as plain are tried. */
export const shellPackages = ["bash", "dash", "zsh"] as const;
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
 * Checks that Debian packages are installed. As root installs missing ones; otherwise throws the
 * command to run. Does nothing on systems without dpkg.
 */
export async function requirePackages(names: readonly string[], purpose: string): Promise<void> {
  const missing = missingPackages(names);
  if (missing.length === 0) {
    return;
  }
  if (process.getuid?.() !== 0) {
    throw new Error(`${purpose} needs: sudo apt-get install ${missing.join(" ")}`);
  }
  console.log(`Installing for ${purpose}: ${missing.join(" ")} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run(
    "apt-get",
    ["install", "-y", "-qq", "--no-remove", "--no-install-recommends", ...missing],
    { env },
  );
}

/** Like `requirePackages` for optional packages: never throws, and installs only as root. */
export async function preferPackages(names: readonly string[], purpose: string): Promise<void> {
  if (process.getuid?.() === 0) {
    await requirePackages(names, purpose).catch(() => {
      console.log(`${names.join(" ")} could not be installed; it goes without.`);
    });
  }
}

function missingPackages(names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const query = spawnSync("dpkg-query", ["-W", "-f=${db:Status-Status}", name], {
      encoding: "utf8",
    });
    return query.error === undefined && query.stdout !== "installed";
  });
}
