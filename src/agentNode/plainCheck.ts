import { existsSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";

import { gitContents } from "../agent/command/gitContents.ts";
import {
  type NamedPath,
  type PlainScript,
  readPlainScript,
} from "../agent/command/plainCommands.ts";
import { isSecretText, secretHeadUnits } from "../shared/secretContent.ts";
import { isSecretFile } from "../shared/secretFiles.ts";
import { GitReader } from "./gitReader.ts";
import { isBelow, pathOutside, realPathOf } from "./realPaths.ts";
import { findProgram } from "./shell.ts";

export interface PlainCheckOptions {
  /** Absolute; the command's working folder. */
  readonly folder: string;
  /** Absolute paths of the workspace's folders. */
  readonly workspace: readonly string[];
  /** The `PATH` of this process. */
  readonly path: string;
}

/**
 * Whether a script may run without a question: it is plain (`readPlainScript`), each path that it names lies inside
 * the workspace after all links are followed, no file whose content it reads is a secret or anything but a regular
 * file, and the repository's configuration can start no program.
 *
 * @returns the `PATH` with which it must run, or undefined if the script is not plain. No folder of that `PATH` lies
 * in the workspace, and each program is found in it.
 */
export async function checkPlain(
  script: string,
  options: PlainCheckOptions,
): Promise<string | undefined> {
  const plain = process.platform === "win32" ? undefined : readPlainScript(script);
  if (!plain) {
    return undefined;
  }
  const roots = await Promise.all(options.workspace.map(realPathOf));
  const folder = await realPathOf(options.folder);
  const areHarmless = await Promise.all(
    plain.paths.map(async (named) => await isHarmlessPath(named, { folder, roots })),
  );
  if (!isInside(folder, roots) || !areHarmless.every(Boolean)) {
    return undefined;
  }
  const path = await pathOutside(options.path, roots);
  const areFound = plain.commands.every(
    ({ words: [name = ""] }) => findProgram(name, path) !== undefined,
  );
  const isGitFine = !plain.usesGit || (await isGitHarmless(plain, { script, folder, roots, path }));
  return areFound && isGitFine ? path : undefined;
}

async function isHarmlessPath(
  { path, kind }: NamedPath,
  { folder, roots }: { readonly folder: string; readonly roots: readonly string[] },
): Promise<boolean> {
  const real = await placeOf(folder, path);
  if (!isInside(real, roots) || isSecretFile(path) || isSecretFile(real)) {
    return false;
  }
  if (kind === "entry") {
    return true;
  }
  try {
    return (await stat(real)).isFile() && !isSecretText(real, await headOf(real));
  } catch {
    // A file that is not there makes the program complain, and shows nothing.
    return true;
  }
}

/** The start of a file, as far as it is judged. */
async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(secretHeadUnits), 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Where a shell finds a path: each link is followed before the `..` behind it leads up, which `resolve` does not do. */
async function placeOf(folder: string, path: string): Promise<string> {
  let place = isAbsolute(path) ? "/" : folder;
  for (const part of path.split("/")) {
    if (part === "..") {
      place = dirname(place);
    } else if (part !== "" && part !== ".") {
      place = await realPathOf(join(place, part));
    }
  }
  return place;
}

function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => isBelow(root, path));
}

interface GitPlace {
  readonly script: string;
  readonly folder: string;
  readonly roots: readonly string[];
  readonly path: string;
}

/**
 * Reads the configuration of the repository around a folder, which starts nothing, and what of its files the commands
 * print: each line must come under the name of its file, so that those of secret files can be left out, and no file may
 * be outside the workspace.
 */
async function isGitHarmless({ commands }: PlainScript, place: GitPlace): Promise<boolean> {
  const { script, folder, roots, path } = place;
  const git = await GitReader.open(folder, path);
  const contents = commands.flatMap(({ words }) => gitContents(words) ?? []);
  const isMarked = contents.every(
    ({ showsLines, isUnmarked }) => !showsLines || (!isUnmarked && !script.includes("|")),
  );
  try {
    if (!git || !isMarked) {
      return false;
    }
    const top = await realPathOf(await git.top());
    // Each submodule has a configuration of its own.
    if (existsSync(join(top, ".gitmodules")) || !(await isOfPlace(git, top, roots))) {
      return false;
    }
    const named = contents.flatMap(({ objects }) =>
      objects.flatMap((one) => one.split(/\.{2,3}/u)),
    );
    const showsOutside = contents.some(({ showsLines }) => showsLines) && !isInside(top, roots);
    const areHarmless = await Promise.all(
      named.map(
        async (one) =>
          !(await isBareFile(git, one)) && (await isHarmlessInTree(one, { folder, roots, top })),
      ),
    );
    return !showsOutside && areHarmless.every(Boolean);
  } catch {
    // A repository without files, or one that Git refuses: the person decides.
    return false;
  }
}

/**
 * Whether the repository belongs to the workspace: a file `.git` can name any repository of the machine, and
 * `alternates` the objects of another one. A working tree elsewhere is known to its repository.
 */
async function isOfPlace(git: GitReader, top: string, roots: readonly string[]): Promise<boolean> {
  const { own, common } = await git.ownFolders();
  const areOnlyOwn = !existsSync(join(common, "objects/info/alternates"));
  const places = await Promise.all([own, common].map(realPathOf));
  const isUsual = places.every((one) => isInside(one, [...roots, top]));
  return areOnlyOwn && (isUsual || (await isKnownTree(own, top)));
}

/** Whether the repository's note of a linked working tree names this one (gitrepository-layout(5), `gitdir`). */
async function isKnownTree(own: string, top: string): Promise<boolean> {
  try {
    const back = (await readFile(join(own, "gitdir"), "utf8")).trimEnd();
    return (await realPathOf(back)) === join(top, ".git");
  } catch {
    // No linked working tree.
    return false;
  }
}

/** A file's content by its id, or in a tree by its id: the name of the file is not known. */
async function isBareFile(git: GitReader, object: string): Promise<boolean> {
  const [first = "", ...rest] = object.split(":");
  if (first === "") {
    return false;
  }
  const type = await git.typeOf(first);
  return type === "blob" || (rest.length > 0 && type === "tree");
}

/** Git reads the path of `HEAD:path` from the top of the repository, unless it begins with a dot. */
async function isHarmlessInTree(
  object: string,
  {
    folder,
    roots,
    top,
  }: { readonly folder: string; readonly roots: readonly string[]; readonly top: string },
): Promise<boolean> {
  const [, ...rest] = object.split(":");
  const path = rest.join(":");
  const base = /^\.{1,2}(?:\/|$)/u.test(path) ? folder : top;
  return (
    rest.length === 0 || (await isHarmlessPath({ path, kind: "entry" }, { folder: base, roots }))
  );
}
