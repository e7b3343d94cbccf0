import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { promisify } from "node:util";

import type { NoSandbox } from "../../shared/calls/agentCalls.ts";
import { guardedAtTop } from "../../shared/guarded/guardedFiles.ts";
import { isBelow } from "../files/realPaths.ts";
import { findProgram } from "../processes/shell.ts";
import type { HiddenPlaces } from "./excludedPlaces.ts";
import { type HomePlaces, homePlaces } from "./homePlaces.ts";
import { listeningSockets } from "./listeningSockets.ts";
import { type SeatbeltPlaces, seatbeltProfile } from "./seatbelt.ts";

const run = promisify(execFile);
const probeMs = 5_000;

export interface SandboxPlaces {
  readonly workspace: readonly string[];
  readonly home: string;
  /** Absolute paths that are empty in the sandbox, wherever they are. */
  readonly own?: readonly string[];
  readonly git?: readonly string[];
  /** An empty file, shown in place of files with keys. */
  readonly emptyFile: string;
  /** A real path for temporary files, on systems without namespaces. */
  readonly tempFolder: string;
  /** Protected paths below the top level, absolute. */
  readonly nested?: readonly string[];
  readonly caches?: readonly string[];
  readonly hidden?: HiddenPlaces;
}

export interface Sandbox {
  readonly program: string;
  readonly args: readonly string[];
  /**
   * Variables for the sandbox: the machine's temporary folder is read-only there, and Git must find its folder above
   * a workspace that is its own mount.
   */
  readonly environment: Readonly<
    Record<"TMPDIR" | "TMP" | "TEMP" | "GIT_DISCOVERY_ACROSS_FILESYSTEM", string>
  >;
}

export type SandboxProbe =
  | { readonly kind: "there" }
  | {
      readonly kind: "missing";
      readonly why: NoSandbox["why"];
      /** The program's name, or its output. */
      readonly detail: string;
      readonly reason: string;
    };

/** Folders with keys: they are empty even in a workspace such as `~/.config`. */
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
 * Tests once whether commands can be sandboxed, by starting a program with the real arguments: with bubblewrap on
 * Linux, `sandbox-exec` on macOS. Inside there is no network, other process or socket. Only the workspace and a private
 * temporary folder are writable, except Git's folder and paths that run by themselves; the home has only toolchains and
 * caches. A workspace that contains the home has no sandbox: programs of the person would run files that a command
 * wrote.
 */
export async function probeSandbox(
  places: SandboxPlaces,
  environment: NodeJS.ProcessEnv,
): Promise<SandboxProbe> {
  const home = existsSync(places.home) ? realpathSync(places.home) : places.home;
  if (places.workspace.some((folder) => isBelow(folder, home))) {
    const reason = "the workspace has the home folder in it";
    return { kind: "missing", why: "homeFolder", detail: "", reason };
  }
  if (dirname(home) === home) {
    const reason = "the home folder is the root of the disk";
    return { kind: "missing", why: "failed", detail: reason, reason };
  }
  const sandbox = sandboxFor(places, environment);
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

/** Protected paths that do not exist; a command must not create them. */
export function absentProtected(workspace: readonly string[]): readonly string[] {
  return protectedPaths(workspace).filter((path) => !existsSync(path));
}

/** The sandbox for one command, with a new search for protected paths. Undefined without the program. */
export function sandboxFor(
  places: SandboxPlaces,
  environment: NodeJS.ProcessEnv,
): Sandbox | undefined {
  const seen = homePlaces({ own: [], git: [], ...places, environment });
  if (process.platform === "linux") {
    const program = findProgram("bwrap", environment["PATH"] ?? "");
    const args = bubblewrapArguments(places, seen);
    return program === undefined ? undefined : { program, args, environment: tempIn("/tmp") };
  }
  if (process.platform === "darwin") {
    const program = findProgram("sandbox-exec", "/usr/bin");
    const args = ["-p", seatbeltProfile(seatbeltPlaces(places, seen))];
    const temp = tempIn(places.tempFolder);
    return program === undefined ? undefined : { program, args, environment: temp };
  }
  return undefined;
}

function tempIn(folder: string): Sandbox["environment"] {
  return { TMPDIR: folder, TMP: folder, TEMP: folder, GIT_DISCOVERY_ACROSS_FILESYSTEM: "1" };
}

const bubblewrapBase =
  "--unshare-all --die-with-parent --new-session --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --tmpfs /run".split(
    " ",
  );

/** Folders that are empty in the sandbox, because they contain most sockets. */
const emptied = ["/tmp", "/run", "/var/tmp"];

function bubblewrapArguments(
  places: SandboxPlaces,
  { empty, readable, settings }: HomePlaces,
): readonly string[] {
  const { workspace, emptyFile, nested = [], caches = [], hidden } = places;
  const isInside = (path: string): boolean => workspace.some((folder) => isBelow(folder, path));
  const { folders, files } = secretsOf(places);
  const kept = protectedPaths(workspace).filter((path) => existsSync(path));
  const sockets = listeningSockets().filter(
    (path) => isInside(path) || ![...emptied, ...empty].some((folder) => isBelow(folder, path)),
  );
  return [
    ...bubblewrapBase,
    ...(existsSync("/var/tmp") ? ["--tmpfs", "/var/tmp"] : []),
    ...empty.flatMap((path) => ["--tmpfs", path]),
    // A path that disappears before the start must not prevent it.
    ...readable.flatMap(({ path, source }) => ["--ro-bind-try", source, path]),
    ...settings.flatMap((path) => ["--ro-bind", emptyFile, path]),
    ...workspace.flatMap((path) => ["--bind", path, path]),
    ...nested.flatMap((path) => ["--ro-bind-try", path, path]),
    ...kept.flatMap((path) => ["--ro-bind", path, path]),
    // Emptied and removed: code in a cache would run outside later, and a link could lead out of the workspace.
    ...caches.flatMap((path) => ["--tmpfs", path]),
    ...sockets.flatMap((path) => ["--ro-bind", emptyFile, path]),
    ...folders
      .filter((path) => isInside(path) && existsSync(path))
      .flatMap((path) => ["--tmpfs", path]),
    ...files
      .filter((path) => isInside(path) && existsSync(path))
      .flatMap((path) => ["--ro-bind", emptyFile, path]),
    // Last, over every other place.
    ...(hidden?.folders ?? []).flatMap((path) => ["--tmpfs", path]),
    ...(hidden?.files ?? []).flatMap((path) => ["--ro-bind", emptyFile, path]),
    "--",
  ];
}

/** Paths with secrets, which are invisible even in a workspace. */
function secretsOf({ home, workspace, own = [] }: SandboxPlaces) {
  const real = existsSync(home) ? realpathSync(home) : home;
  // The person opened a workspace in such a folder.
  const folders = [...secretFolders.map((name) => join(real, name)), ...own].filter(
    (path) => !workspace.some((folder) => isBelow(path, folder)),
  );
  return { folders, files: secretFiles.map((name) => join(real, name)) };
}

function seatbeltPlaces(
  places: SandboxPlaces,
  { empty, readable, settings }: HomePlaces,
): SeatbeltPlaces {
  const { workspace, nested = [], caches = [], tempFolder, hidden } = places;
  const { folders, files } = secretsOf(places);
  const kept = [...protectedPaths(workspace), ...nested];
  const shown = readable.map(({ path }) => path);
  return {
    workspace,
    kept,
    caches,
    empty,
    readable: shown,
    hidden: [
      ...settings,
      ...folders,
      ...files,
      ...(hidden?.folders ?? []),
      ...(hidden?.files ?? []),
    ],
    tempFolder,
  };
}

function protectedPaths(workspace: readonly string[]): readonly string[] {
  return workspace.flatMap((folder) => guardedAtTop.map((name) => folder + sep + name));
}
