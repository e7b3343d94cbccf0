import { type Stats, lstatSync } from "node:fs";
import { dirname } from "node:path";

/** Undefined without an entry. Does not follow a link at the path itself, but links above it. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Below a non-folder, or unreadable.
    return undefined;
  }
}

/**
 * Reads many paths that had no links once. Below a folder that became a link there is nothing: the visible file is
 * elsewhere. For one scan: each folder is checked once.
 */
export class OwnStats {
  readonly #folders = new Map<string, boolean>();

  of(path: string): Stats | undefined {
    return this.#isOwn(dirname(path)) ? statOf(path) : undefined;
  }

  /** Whether a folder and all its parents are folders, not links. */
  #isOwn(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) {
      return known;
    }
    const above = dirname(folder);
    const isOwn =
      above === folder || (this.#isOwn(above) && statOf(folder)?.isDirectory() === true);
    this.#folders.set(folder, isOwn);
    return isOwn;
  }
}
