import { type FSWatcher, mkdirSync, watch } from "node:fs";

import { Emitter } from "../../shared/base/emitter.ts";
import { toDisposable, type Disposable } from "../../shared/base/lifecycle.ts";

/** One system watcher for all files of a folder. */
export class FolderWatcher {
  readonly #path: string;
  readonly #didChange = new Emitter<string | null>();
  #watcher: FSWatcher | undefined;

  constructor(path: string) {
    this.#path = path;
  }

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
      // Without a watcher, changes of other windows appear when the chat is reopened.
      return undefined;
    }
  }

  #stop(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
