import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";

import { statOf } from "../files/pathStats.ts";
import { isBelow } from "../files/realPaths.ts";
import { type ToolPlace, toolPlaces, versionFiles } from "./homeTable.ts";

export interface HomeOptions {
  /** Absolute; it may be a link. */
  readonly home: string;
  readonly own: readonly string[];
  readonly workspace: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly git: readonly string[];
}

export interface HomePlaces {
  readonly empty: readonly string[];
  readonly readable: readonly ReadablePlace[];
  /** Settings of package managers in readable places, which can hold tokens. */
  readonly settings: readonly string[];
}

export interface ReadablePlace {
  readonly path: string;
  readonly source: string;
}

/** Folders of the XDG base directory specification. */
const baseFolders: Readonly<Record<string, string>> = {
  XDG_CONFIG_HOME: ".config",
  XDG_DATA_HOME: ".local/share",
  XDG_STATE_HOME: ".local/state",
  XDG_CACHE_HOME: ".cache",
};
const programNames = new Set(["bin", "sbin", "shims", "cmd"]);
const installed = ["lib", "lib64", "libexec", "jre", "conda-meta", "VERSION", "release"];
const shared = new Set(list(".local .config .cache Library Documents Desktop Downloads"));

export function homePlaces(options: HomeOptions): HomePlaces {
  const { own, workspace, git } = options;
  const home = realOf(options.home);
  const bases = Object.keys(baseFolders).flatMap((name) => variableOf(options, name) ?? []);
  const empty = topmost(
    [home, ...bases, ...own]
      .map(realOf)
      .filter((path) => existsSync(path) && statSync(path).isDirectory())
      // The disk's root would leave nothing; folders in the workspace are emptied there.
      .filter((path) => dirname(path) !== path && !workspace.some((root) => isBelow(root, path))),
  );
  const ownReal = own.map(realOf);
  const asked = [
    ...toolPlaces.flatMap((place) => partsOf(place, options)),
    ...versionFiles.map((name) => join(home, name)),
    ...programFolders(options),
    // The home's own repository would include all of the person's settings.
    ...git.filter((folder) => dirname(folder) !== home),
    ...workspace.flatMap((root) => packagesAbove(root, home)),
  ];
  const readable = asked
    .flatMap((path) => placesOf(path, options))
    .filter(({ path, source }) =>
      [path, source].every(
        (one) =>
          !empty.some((folder) => isBelow(one, folder)) &&
          !ownReal.some((folder) => isBelow(folder, one) || isBelow(one, folder)),
      ),
    )
    .filter(({ path }) => empty.some((folder) => isBelow(folder, path)));
  const known = new Map(readable.map((place) => [place.path, place]));
  const tops = new Set(topmost([...known.keys()]));
  const shown = [...known.values()].filter(({ path }) => tops.has(path));
  return { empty, readable: shown, settings: shown.flatMap(({ path }) => settingsIn(path)) };
}

const settingFiles = list("etc/npmrc pip.conf etc/pip.conf .condarc condarc");
/** Folders of installed versions and environments. */
const versionFolders = list("versions node-versions installs envs venvs virtualenvs");

function settingsIn(place: string): readonly string[] {
  const versions = versionFolders.flatMap((name) => foldersIn(join(place, name)));
  return [place, ...foldersIn(place), ...versions, ...versions.flatMap(foldersIn)]
    .flatMap((folder) => settingFiles.map((name) => join(folder, name)))
    .filter((path) => statOf(path)?.isFile() === true);
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  } catch {
    // Missing, unreadable, or a file.
    return [];
  }
}

function partsOf({ folder, variable, parts }: ToolPlace, options: HomeOptions): readonly string[] {
  const named = variable === undefined ? undefined : variableOf(options, variable);
  const roots = [...(named?.split(delimiter) ?? []), folderOf(folder, options)];
  return roots.flatMap((root) => parts?.map((part) => join(root, part)) ?? [root]);
}

function folderOf(folder: string, options: HomeOptions): string {
  for (const [variable, usual] of Object.entries(baseFolders)) {
    const base = variableOf(options, variable);
    if (base !== undefined && folder.startsWith(`${usual}/`)) {
      return join(base, folder.slice(usual.length + 1));
    }
  }
  return join(realOf(options.home), folder);
}

function variableOf({ environment }: HomeOptions, name: string): string | undefined {
  const value = environment[name];
  return value !== undefined && isAbsolute(value) ? value : undefined;
}

function programFolders(options: HomeOptions): readonly string[] {
  const tabled = new Set(
    toolPlaces.filter(({ parts }) => parts).map(({ folder }) => folderOf(folder, options)),
  );
  const home = realOf(options.home);
  const folders = (options.environment["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  return folders
    .map((folder) => inHome(resolve(folder), options))
    .flatMap((folder) => {
      const prefix = dirname(folder);
      const isPrefix =
        programNames.has(basename(folder)) &&
        isBelow(home, prefix) &&
        prefix !== home &&
        !shared.has(relative(home, prefix)) &&
        !tabled.has(prefix) &&
        !options.workspace.some((root) => isBelow(prefix, root)) &&
        installed.some((name) => existsSync(join(prefix, name)));
      return isPrefix ? [folder, prefix] : [folder];
    });
}

/** The `node_modules` folders above a workspace within a larger one, where Node finds packages. */
function packagesAbove(root: string, home: string): readonly string[] {
  const found: string[] = [];
  for (
    let folder = dirname(root);
    isBelow(home, folder) && folder !== home;
    folder = dirname(folder)
  ) {
    found.push(join(folder, "node_modules"));
  }
  return found;
}

function placesOf(path: string, options: HomeOptions): readonly ReadablePlace[] {
  const named = inHome(resolve(path), options);
  if (!existsSync(named)) {
    return [];
  }
  const source = realOf(named);
  return named === source
    ? [{ path: source, source }]
    : [
        { path: named, source },
        { path: source, source },
      ];
}

/** The path in the home, which may be named by a link. */
function inHome(path: string, { home }: HomeOptions): string {
  return isBelow(home, path) ? join(realOf(home), relative(home, path)) : path;
}

function topmost(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isBelow(other, path)));
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function list(text: string): readonly string[] {
  return text.split(" ");
}
