import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { promisify } from "node:util";

import type { NoSandbox } from "../shared/calls/agentCalls.ts";
import { guardedAtTop } from "../shared/guardedFiles.ts";
import { type HomePlaces, homePlaces } from "./homePlaces.ts";
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
  /** Folders of this product and of the editor, absolute: they are empty, wherever they lie. */
  readonly own?: readonly string[];
  /** Git's own folders of the workspace, which can be read also where they lie in the home. */
  readonly git?: readonly string[];
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
  /**
   * Its temporary files lie in a folder of its own: the machine's may be elsewhere and cannot be written. Git finds its
   * folder above a workspace, which is a mount of its own.
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
      /** The program's name, or what it printed. */
      readonly detail: string;
      /** All of it in a sentence. */
      readonly reason: string;
    };

/** Folders and files of a home that hold keys: they are empty also in a workspace that has them, such as `~/.config`. */
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
 * and a private folder for temporary files; there is no network, no other process, no socket of this machine; the home folder has only
 * toolchains and caches (`homeTable.ts`); Git's folder and what runs by itself cannot be changed. A failed probe says why. There is none for a workspace
 * that has the home folder in it: what the person's programs read and run would be writable.
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

/** The protected names of a workspace that are not there: a command must not have made them when it ends. */
export function absentProtected(workspace: readonly string[]): readonly string[] {
  return protectedPaths(workspace).filter((path) => !existsSync(path));
}

/** For one command: what is protected is looked up anew. `environment` is that of the program. Undefined without the program. */
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

/** Folders that are empty inside, where most sockets are. */
const emptied = ["/tmp", "/run", "/var/tmp"];

function bubblewrapArguments(
  places: SandboxPlaces,
  { empty, readable }: HomePlaces,
): readonly string[] {
  const { workspace, emptyFile, nested = [], caches = [] } = places;
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
    // What goes away before the program starts is no reason to fail.
    ...readable.flatMap(({ path, source }) => ["--ro-bind-try", source, path]),
    ...workspace.flatMap((path) => ["--bind", path, path]),
    ...nested.flatMap((path) => ["--ro-bind-try", path, path]),
    ...kept.flatMap((path) => ["--ro-bind", path, path]),
    // Empty, and gone afterwards: code in a cache would run outside later. A link in its place could lead out of the workspace.
    ...caches.flatMap((path) => ["--tmpfs", path]),
    ...sockets.flatMap((path) => ["--ro-bind", emptyFile, path]),
    // The workspace has them in it.
    ...folders
      .filter((path) => isInside(path) && existsSync(path))
      .flatMap((path) => ["--tmpfs", path]),
    ...files
      .filter((path) => isInside(path) && existsSync(path))
      .flatMap((path) => ["--ro-bind", emptyFile, path]),
    "--",
  ];
}

/** What must not be seen even in a workspace. */
function secretsOf({ home, workspace, own = [] }: SandboxPlaces) {
  const real = existsSync(home) ? realpathSync(home) : home;
  // A workspace in such a folder was opened by the person.
  const folders = [...secretFolders.map((name) => join(real, name)), ...own].filter(
    (path) => !workspace.some((folder) => isBelow(path, folder)),
  );
  return { folders, files: secretFiles.map((name) => join(real, name)) };
}

function seatbeltPlaces(places: SandboxPlaces, { empty, readable }: HomePlaces): SeatbeltPlaces {
  const { workspace, nested = [], caches = [], tempFolder } = places;
  const { folders, files } = secretsOf(places);
  const kept = [...protectedPaths(workspace), ...nested];
  const shown = readable.map(({ path }) => path);
  return {
    workspace,
    kept,
    caches,
    empty,
    readable: shown,
    hidden: [...folders, ...files],
    tempFolder,
  };
}

function protectedPaths(workspace: readonly string[]): readonly string[] {
  return workspace.flatMap((folder) => guardedAtTop.map((name) => folder + sep + name));
}
