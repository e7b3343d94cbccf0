import { type FSWatcher, mkdirSync, watch } from "node:fs";

import { Emitter } from "../../shared/base/emitter.ts";
import { toDisposable, type Disposable } from "../../shared/base/lifecycle.ts";

/** A single system watcher for a folder, for any number of its files. */
export class FolderWatcher {
  readonly #path: string;
  /** Names of changed files; null where the system does not give the name. */
  readonly #didChange = new Emitter<string | null>();
  #watcher: FSWatcher | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Calls `listener` when the file of this name may have changed. */
  watch(name: string, listener: () => void): Disposable {
    const subscription = this.#didChange.event((changed) => {
      if (changed === null || changed === name) {
        listener();
      }
    });
    this.#watcher ??= this.#start();
    return toDisposable(() => {
      subscription.dispose();
      if (this.#didChange.size === 0) {
        this.#stop();
      }
    });
  }

  #start(): FSWatcher | undefined {
    try {
      mkdirSync(this.#path, { recursive: true, mode: 0o700 });
      const watcher = watch(this.#path, { persistent: false }, (_type, name) =>
        this.#didChange.fire(name),
      );
      watcher.on("error", () => this.#stop());
      return watcher;
    } catch {
      // The disk cannot be watched or written: changes of other windows show when the chat is
      // reopened.
      return undefined;
    }
  }

  #stop(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
