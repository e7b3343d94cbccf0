import { existsSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";

import { gitContents } from "../../agent/command/gitContents.ts";
import {
  type NamedPath,
  type PlainScript,
  readPlainScript,
} from "../../agent/command/plainCommands.ts";
import { isSecretText, secretHeadUnits } from "../../shared/guarded/secretContent.ts";
import { isSecretFile } from "../../shared/guarded/secretFiles.ts";
import { isBelow, pathOutside, realPathOf } from "../files/realPaths.ts";
import { GitReader } from "../processes/gitReader.ts";
import { findProgram } from "../processes/shell.ts";

export interface PlainCheckOptions {
  /** Absolute; the command's working folder. */
  readonly folder: string;
  /** Absolute paths of the workspace's folders. */
  readonly workspace: readonly string[];
  /** The `PATH` of this process. */
  readonly path: string;
}

/**
 * Whether a script may run without a question: it is plain (`readPlainScript`), each path resolves to a place inside
 * the workspace, each file that it reads is a regular file without secrets, and the repository's configuration starts
 * no program.
 *
 * @returns the `PATH` for the script, without folders of the workspace and with each of its programs; undefined if the
 * script is not plain.
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
    // For a missing file the program reports an error and shows nothing.
    return true;
  }
}

/** The start of a file, for the judgement. */
async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(secretHeadUnits), 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Resolves a path like a shell: each link is followed before a `..` after it, which `resolve` does not do. */
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
 * Whether the repository's configuration starts nothing, and the output of the commands is safe: each line must be
 * under its file's name, so that secret files can be dropped, and no file may be outside the workspace.
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
    // Each submodule has its own configuration.
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
    // A repository without files, or refused by Git: the person decides.
    return false;
  }
}

/**
 * Whether the repository belongs to the workspace: a `.git` file can name any repository of the machine, and
 * `alternates` another one's objects. A working tree elsewhere must be known to its repository.
 */
async function isOfPlace(git: GitReader, top: string, roots: readonly string[]): Promise<boolean> {
  const { own, common } = await git.ownFolders();
  const areOnlyOwn = !existsSync(join(common, "objects/info/alternates"));
  const places = await Promise.all([own, common].map(realPathOf));
  const isUsual = places.every((one) => isInside(one, [...roots, top]));
  return areOnlyOwn && (isUsual || (await isKnownTree(own, top)));
}

/** Whether the repository's record of a linked working tree names this one (gitrepository-layout(5), `gitdir`). */
async function isKnownTree(own: string, top: string): Promise<boolean> {
  try {
    const back = (await readFile(join(own, "gitdir"), "utf8")).trimEnd();
    return (await realPathOf(back)) === join(top, ".git");
  } catch {
    // No linked working tree.
    return false;
  }
}

/** A file's content by its id, or in a tree by its id: the file's name is unknown. */
async function isBareFile(git: GitReader, object: string): Promise<boolean> {
  const [first = "", ...rest] = object.split(":");
  if (first === "") {
    return false;
  }
  const type = await git.typeOf(first);
  return type === "blob" || (rest.length > 0 && type === "tree");
}

/** Git resolves the path of `HEAD:path` from the repository's top, unless it begins with a dot. */
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
