import { type Stats, lstatSync } from "node:fs";
import { dirname } from "node:path";

/** Does not follow a link at the path itself. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // The path is below a non-folder, or unreadable.
    return undefined;
  }
}

/**
 * File statistics for one scan of paths that had no links. A path below a folder that became a link counts as
 * missing, because the visible file is elsewhere.
 */
export class OwnStats {
  readonly #folders = new Map<string, boolean>();

  of(path: string): Stats | undefined {
    return this.#isOwn(dirname(path)) ? statOf(path) : undefined;
  }

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
