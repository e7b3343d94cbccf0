import { dirname, join } from "node:path";

import { regularText } from "../../sharedNode/regularFile.ts";
import { isBelow, pathOutside, realPathOf } from "../files/realPaths.ts";
import { GitReader } from "./gitReader.ts";

/**
 * The folders of Git for a workspace; they are outside it for a subfolder, a submodule or a linked working tree. A
 * `.git` file may name any repository, so a folder counts only if it is above the workspace or refers back to it
 * (gitrepository-layout(5)).
 */
export async function gitFolders(
  workspace: readonly string[],
  path: string,
): Promise<readonly string[]> {
  const outside = await pathOutside(path, workspace);
  const all = await Promise.all(workspace.map((folder) => foldersOf(folder, outside)));
  return all.flat();
}

async function foldersOf(folder: string, path: string): Promise<readonly string[]> {
  const git = await GitReader.open(folder, path);
  const found = await git?.ownFolders().catch(() => undefined);
  if (!git || !found) {
    return [];
  }
  const { own, common } = {
    own: await realPathOf(found.own),
    common: await realPathOf(found.common),
  };
  const [, above] = /^(.+?)\/\.git(?:\/|$)/u.exec(own) ?? [];
  const isAbove = above !== undefined && isBelow(above, folder);
  return isAbove || (await namesBack(own, folder)) ? [own, common] : [];
}

const maxPath = 4_096;

async function namesBack(own: string, folder: string): Promise<boolean> {
  const text = regularText(join(own, "gitdir"), maxPath) ?? "";
  const tree = dirname(await realPathOf(text.trim()));
  return text !== "" && isBelow(tree, folder);
}
