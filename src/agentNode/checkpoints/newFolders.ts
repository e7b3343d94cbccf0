import type { Stats } from "node:fs";
import { dirname } from "node:path";

import { statOf } from "../files/pathStats.ts";

export interface NewFoldersOptions {
  readonly files: Iterable<string>;
  /** Written just before the command: its time and the folders' times come from the same clock. */
  readonly manifestFile: string;
}

/**
 * Finds a command's new folders: they have no earlier files and were created after the manifest. Finds none on a disk
 * without creation times.
 */
export class NewFolders {
  readonly #options: NewFoldersOptions;
  readonly #isNew = new Map<string, boolean>();
  #before: { readonly folders: ReadonlySet<string>; readonly at: number } | undefined;

  constructor(options: NewFoldersOptions) {
    this.#options = options;
  }

  above(path: string): string | undefined {
    let top: string | undefined;
    for (let folder = dirname(path); this.#wasMade(folder); folder = dirname(folder)) {
      top = folder;
    }
    return top;
  }

  #wasMade(folder: string): boolean {
    const known = this.#isNew.get(folder);
    if (known !== undefined) {
      return known;
    }
    this.#before ??= this.#lookBefore();
    const { folders, at } = this.#before;
    const found = folders.has(folder) ? undefined : statOf(folder);
    const isNew =
      found?.isDirectory() === true && found.birthtimeMs >= at && keepsBeginnings(folder, found);
    this.#isNew.set(folder, isNew);
    return isNew;
  }

  #lookBefore() {
    const folders = new Set<string>();
    for (const file of this.#options.files) {
      for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) {
        folders.add(folder);
      }
    }
    const at = statOf(this.#options.manifestFile)?.mtimeMs ?? Number.POSITIVE_INFINITY;
    return { folders, at };
  }
}

/**
 * True if the disk stores creation times. Without them the system returns the time of the last change, also for the
 * folders above.
 */
function keepsBeginnings(folder: string, { dev }: Stats): boolean {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const found = statOf(above);
    if (found?.dev !== dev) {
      return false;
    }
    if (found.birthtimeMs > 0 && found.birthtimeMs !== found.ctimeMs) {
      return true;
    }
    if (dirname(above) === above) {
      return false;
    }
  }
}
