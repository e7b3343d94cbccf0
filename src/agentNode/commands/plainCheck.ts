import { existsSync } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";

import { gitContents } from "../../agent/command/gitContents.ts";
import {
  type NamedPath,
  type PlainScript,
  readPlainScript,
} from "../../agent/command/plainCommands.ts";
import { isSecretText, secretHeadUnits } from "../../shared/guarded/secretContent.ts";
import { isSecretFile } from "../../shared/guarded/secretFiles.ts";
import { regularText } from "../../sharedNode/regularFile.ts";
import { isBelow, pathOutside, realPathOf } from "../files/realPaths.ts";
import { GitReader } from "../processes/gitReader.ts";
import { findProgram } from "../processes/shell.ts";

export interface PlainCheckOptions {
  readonly folder: string;
  readonly workspace: readonly string[];
  readonly path: string;
}

/**
 * A plain script (`readPlainScript`) needs no question if each path is inside the workspace, each file is regular and
 * without secrets, and Git's configuration starts no program.
 *
 * @returns the `PATH` for the script, without folders of the workspace; undefined if the person must be asked.
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

async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(secretHeadUnits), 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Like a shell, follows each link before a `..` after it; `resolve` does not. */
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
 * Checks that Git starts no program, prefixes each output line with its file's name (so that secret files can be
 * dropped), and reads no file outside the workspace.
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
 * True if the repository belongs to the place: a `.git` file can name any repository, and `alternates` or a link in
 * Git's folder another repository's objects. A repository must know a working tree that is elsewhere (gitrepository-layout(5), `gitdir`).
 */
async function isOfPlace(git: GitReader, top: string, roots: readonly string[]): Promise<boolean> {
  const { own, common } = await git.ownFolders();
  const areOnlyOwn = !existsSync(join(common, "objects/info/alternates"));
  const places = await Promise.all([own, common].map(realPathOf));
  const isUsual = places.every((one) => isInside(one, [...roots, top]));
  const areLinked = await Promise.all([own, common].map((one) => hasLinks(one, gitFolders)));
  return areOnlyOwn && !areLinked.includes(true) && (isUsual || (await isKnownTree(own, top)));
}

/** Folders that plain commands read. Not `hooks`, which are often links: `quietGitVariables` excludes them. */
const maxPath = 4_096;
const gitFolders = ["objects", "refs", "info"];

async function hasLinks(folder: string, inner?: readonly string[]): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map(
    async (entry) =>
      (entry.isSymbolicLink() && entry.name !== "hooks") ||
      (entry.isDirectory() &&
        inner?.includes(entry.name) !== false &&
        (await hasLinks(join(folder, entry.name)))),
  );
  return (await Promise.all(found)).includes(true);
}

async function isKnownTree(own: string, top: string): Promise<boolean> {
  try {
    const back = regularText(join(own, "gitdir"), maxPath)?.trimEnd();
    return back !== undefined && (await realPathOf(back)) === join(top, ".git");
  } catch {
    // No linked working tree.
    return false;
  }
}

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
