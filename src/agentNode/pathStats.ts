import { type Stats, lstatSync } from "node:fs";
import { dirname } from "node:path";

/** Undefined if there is nothing at the path. Of a link, what it is itself; links above are followed. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Below what is no folder now, or not to be looked at.
    return undefined;
  }
}

/**
 * Looks at many paths that were without links once: below a folder that is a link by now nothing stands, as what is seen
 * through it lies elsewhere. For one look: each folder is looked at once.
 */
export class OwnStats {
  readonly #folders = new Map<string, boolean>();

  of(path: string): Stats | undefined {
    return this.#isOwn(dirname(path)) ? statOf(path) : undefined;
  }

  /** Whether a folder and all above it are folders. */
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
