import { realpath } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join, relative, sep } from "node:path";

/** Appends a missing or inaccessible part to its nearest resolvable ancestor. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}

/** False if a folder above a resolved path became a link. */
export async function hasOwnFolder(real: string): Promise<boolean> {
  const folder = dirname(real);
  return (await realPathOf(folder)) === folder;
}

/** True for the folder itself. Both are absolute and without links. */
export function isBelow(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner === "" || (inner !== ".." && !inner.startsWith(`..${sep}`) && !isAbsolute(inner));
}

/** The folders of a `PATH` that are really outside `roots`. */
export async function pathOutside(path: string, roots: readonly string[]): Promise<string> {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const real = await Promise.all(folders.map(realPathOf));
  return folders
    .filter((_, index) => !roots.some((root) => isBelow(root, real[index] ?? "")))
    .join(delimiter);
}
