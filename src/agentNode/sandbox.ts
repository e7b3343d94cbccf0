import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { promisify } from "node:util";

import type { NoSandbox } from "../shared/calls/agentCalls.ts";
import { guardedAtTop } from "../shared/guardedFiles.ts";
import { listeningSockets } from "./listeningSockets.ts";
import { isBelow } from "./realPaths.ts";
import { type SeatbeltPlaces, seatbeltProfile } from "./seatbelt.ts";
import { findProgram } from "./shell.ts";

const run = promisify(execFile);
const probeMs = 5_000;

export interface SandboxPlaces {
  /** Absolute, real paths of the workspace's folders: they are writable. */
  readonly workspace: readonly string[];
  /** The person's home folder, absolute. */
  readonly home: string;
  /** An existing empty file, which is shown in place of files with keys. */
  readonly emptyFile: string;
  /** An existing folder of the product's own for temporary files, with its real path; for systems without namespaces. */
  readonly tempFolder: string;
  /** What is protected below the folders' own level, absolute: it is read-only as well. */
  readonly nested?: readonly string[];
  /** Below what is protected, absolute: where tools keep what they can make again. */
  readonly caches?: readonly string[];
}

/** How a program is started inside. */
export interface Sandbox {
  readonly program: string;
  /** What stands before the program and its arguments. */
  readonly args: readonly string[];
  /** Its temporary files lie in a folder of its own: the machine's may be elsewhere and cannot be written. */
  readonly environment: Readonly<Record<"TMPDIR" | "TMP" | "TEMP", string>>;
}

export type SandboxProbe =
  | { readonly kind: "there" }
  | {
      readonly kind: "missing";
      readonly why: NoSandbox["why"];
      /** The program's name, or what it printed. */
      readonly detail: string;
      /** All of it in a sentence. */
      readonly reason: string;
    };

/** Folders and files below the home folder that hold keys: they are empty inside. */
const secretFolders = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".config/gh",
  ".config/gcloud",
  ".password-store",
  ".mozilla",
  ".config/google-chrome",
  ".config/chromium",
];
const secretFiles = [
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".pgpass",
  ".my.cnf",
  ".vault-token",
  ".bash_history",
  ".zsh_history",
];
/**
 * Looks once whether commands can be confined on this machine, by starting a program with the real arguments: on
 * Linux with bubblewrap (`bwrap`), on macOS with `sandbox-exec`. Inside, the disk is read-only but for the workspace
 * and a private folder for temporary files; there is no network, no other process, no socket of this machine; keys in the home folder are
 * gone; Git's folder and what runs by itself cannot be changed. A failed probe says why. There is none for a workspace
 * that has the home folder in it: what the person's programs read and run would be writable.
 */
export async function probeSandbox(places: SandboxPlaces, path: string): Promise<SandboxProbe> {
  const home = existsSync(places.home) ? realpathSync(places.home) : places.home;
  if (places.workspace.some((folder) => isBelow(folder, home))) {
    const reason = "the workspace has the home folder in it";
    return { kind: "missing", why: "homeFolder", detail: "", reason };
  }
  const sandbox = sandboxFor(places, path);
  if (!sandbox) {
    const name = process.platform === "darwin" ? "sandbox-exec" : "bwrap (bubblewrap)";
    const reason = `${name} was not found on this machine`;
    return { kind: "missing", why: "noProgram", detail: name, reason };
  }
  try {
    await run(sandbox.program, [...sandbox.args, "/bin/sh", "-c", "exit 0"], { timeout: probeMs });
    return { kind: "there" };
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    const detail = (said === "" ? String(error) : said).slice(0, 300);
    return { kind: "missing", why: "failed", detail, reason: detail };
  }
}

/** The protected names of a workspace that are not there: a command must not have made them when it ends. */
export function absentProtected(workspace: readonly string[]): readonly string[] {
  return protectedPaths(workspace).filter((path) => !existsSync(path));
}

/** For one command: what is protected is looked up anew. Undefined without the program. */
export function sandboxFor(places: SandboxPlaces, path: string): Sandbox | undefined {
  if (process.platform === "linux") {
    const program = findProgram("bwrap", path);
    const args = bubblewrapArguments(places);
    return program === undefined ? undefined : { program, args, environment: tempIn("/tmp") };
  }
  if (process.platform === "darwin") {
    const program = findProgram("sandbox-exec", "/usr/bin");
    const args = ["-p", seatbeltProfile(seatbeltPlaces(places))];
    const environment = tempIn(places.tempFolder);
    return program === undefined ? undefined : { program, args, environment };
  }
  return undefined;
}

function tempIn(folder: string): Sandbox["environment"] {
  return { TMPDIR: folder, TMP: folder, TEMP: folder };
}

const bubblewrapBase =
  "--unshare-all --die-with-parent --new-session --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --tmpfs /run".split(
    " ",
  );

/** Folders that are empty inside, where most sockets are. */
const emptied = ["/tmp", "/run", "/var/tmp"];

function bubblewrapArguments(places: SandboxPlaces): readonly string[] {
  const { workspace, home, emptyFile, nested = [], caches = [] } = places;
  const hidden = secretFolders.map((name) => join(home, name)).filter((path) => existsSync(path));
  const blank = secretFiles.map((name) => join(home, name)).filter((path) => existsSync(path));
  const isInside = (path: string): boolean => workspace.some((folder) => isBelow(folder, path));
  const kept = protectedPaths(workspace).filter((path) => existsSync(path));
  const sockets = listeningSockets().filter(
    (path) => isInside(path) || !emptied.some((folder) => isBelow(folder, path)),
  );
  return [
    ...bubblewrapBase,
    ...(existsSync("/var/tmp") ? ["--tmpfs", "/var/tmp"] : []),
    ...hidden.flatMap((path) => ["--tmpfs", path]),
    ...blank.flatMap((path) => ["--ro-bind", emptyFile, path]),
    ...workspace.flatMap((path) => ["--bind", path, path]),
    // What goes away before the program starts is no reason to fail.
    ...nested.flatMap((path) => ["--ro-bind-try", path, path]),
    ...kept.flatMap((path) => ["--ro-bind", path, path]),
    // Empty, and gone afterwards: code in a cache would run outside later. A link in its place could lead out of the workspace.
    ...caches.flatMap((path) => ["--tmpfs", path]),
    ...sockets.flatMap((path) => ["--ro-bind", emptyFile, path]),
    // The workspace, bound over them, would show them again.
    ...hidden.filter(isInside).flatMap((path) => ["--tmpfs", path]),
    ...blank.filter(isInside).flatMap((path) => ["--ro-bind", emptyFile, path]),
    "--",
  ];
}

function seatbeltPlaces(places: SandboxPlaces): SeatbeltPlaces {
  const { workspace, home, nested = [], caches = [], tempFolder } = places;
  const hidden = [...secretFolders, ...secretFiles].map((name) => join(home, name));
  const kept = [...protectedPaths(workspace), ...nested];
  return { workspace, kept, caches, hidden, tempFolder };
}

function protectedPaths(workspace: readonly string[]): readonly string[] {
  return workspace.flatMap((folder) => guardedAtTop.map((name) => folder + sep + name));
}
