import { type FSWatcher, mkdirSync, watch } from "node:fs";

import { toDisposable, type Disposable } from "../../shared/lifecycle.ts";

/** One watcher of the editor's system for a folder, however many of its files are of interest. */
export class FolderWatcher {
  readonly #path: string;
  readonly #listeners = new Set<{ readonly name: string; readonly tell: () => void }>();
  #watcher: FSWatcher | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Calls `listener` when a file of this name may have changed. */
  watch(name: string, listener: () => void): Disposable {
    const entry = { name, tell: listener };
    this.#listeners.add(entry);
    this.#watcher ??= this.#start();
    return toDisposable(() => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) {
        this.#stop();
      }
    });
  }

  #start(): FSWatcher | undefined {
    try {
      mkdirSync(this.#path, { recursive: true, mode: 0o700 });
      const watcher = watch(this.#path, { persistent: false }, (_type, name) => this.#tell(name));
      watcher.on("error", () => this.#stop());
      return watcher;
    } catch {
      // A disk that cannot be watched or written: other windows are seen when the chat is opened again.
      return undefined;
    }
  }

  #tell(changed: string | null): void {
    for (const { name, tell } of this.#listeners) {
      if (changed === null || changed === name) {
        tell();
      }
    }
  }

  #stop(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
