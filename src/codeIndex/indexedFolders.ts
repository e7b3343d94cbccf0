import type { Clock } from "../shared/base/clock.ts";
import { FolderIndex } from "./folderIndex.ts";
import type { FolderPlace } from "./folderPlace.ts";
import type { FolderVectors } from "./folderVectors.ts";
import type { FolderState, IndexCalls, OpenParams } from "./indexCalls.ts";

export interface IndexedFoldersOptions {
  readonly placeOf: (params: OpenParams) => FolderPlace;
  readonly clock: Clock;
}

interface OpenFolder {
  readonly index: FolderIndex;
  last: Promise<unknown>;
  cancelTimer: (() => void) | undefined;
  isBehind: boolean;
}

const writeEveryMs = 60_000;

/** Searches never wait for updates. */
export class IndexedFolders {
  readonly #options: IndexedFoldersOptions;
  readonly #folders = new Map<string, Promise<OpenFolder>>();
  readonly #closing = new AbortController();

  constructor(options: IndexedFoldersOptions) {
    this.#options = options;
  }

  get calls(): IndexCalls {
    const { signal } = this.#closing;
    return {
      open: async (params) => {
        const { folder } = params;
        await this.#close(folder);
        const opened = FolderIndex.open(this.#options.placeOf(params)).then(
          (index): OpenFolder => ({
            index,
            last: Promise.resolve(),
            cancelTimer: undefined,
            isBehind: false,
          }),
        );
        this.#folders.set(folder, opened);
        await opened;
      },
      refresh: ({ folder }) => this.#next(folder, (index) => index.refresh(signal)),
      update: ({ folder, paths }) => this.#next(folder, (index) => index.update(paths, signal)),
      progress: async ({ folder }) => (await this.#of(folder)).index.progress,
      setText: async ({ folder, path, text }) => {
        await this.#next(folder, (index) => index.setText(path, text, signal));
      },
      search: async (params) => (await this.#of(params.folder)).index.search(params),
      ...this.#semanticCalls,
      remove: async ({ folder }) => {
        const open = await this.#of(folder);
        this.#folders.delete(folder);
        open.cancelTimer?.();
        await open.last;
        await open.index.delete();
      },
      close: async () => {
        this.#closing.abort();
        await Promise.all([...this.#folders.keys()].map((folder) => this.#close(folder)));
      },
    };
  }

  get #semanticCalls(): Pick<
    IndexCalls,
    "chunks" | "keepVectors" | "semanticState" | "forgetVectors"
  > {
    const { signal } = this.#closing;
    const vectorsOf = async (folder: string): Promise<FolderVectors> =>
      await (
        await this.#of(folder)
      ).index.vectors;
    return {
      chunks: async ({ folder, model, after, limit }) =>
        (await vectorsOf(folder)).chunks(model, after, limit, signal),
      keepVectors: async (params) => {
        const open = await this.#of(params.folder);
        const state = await (await open.index.vectors).keep(params);
        this.#write(open);
        return state;
      },
      semanticState: async ({ folder, model }) => (await vectorsOf(folder)).state(model),
      forgetVectors: async ({ folder }) => (await vectorsOf(folder)).delete(),
    };
  }

  async #of(folder: string): Promise<OpenFolder> {
    const open = this.#folders.get(folder);
    if (!open) {
      throw new Error("The folder is not open.");
    }
    return await open;
  }

  async #next<T extends FolderState | void>(
    folder: string,
    work: (index: FolderIndex) => Promise<T>,
  ): Promise<T> {
    const open = await this.#of(folder);
    const result = open.last.then(() => work(open.index));
    // The next call does not depend on this result; the caller receives the failure.
    open.last = result.catch(() => undefined);
    const state = await result;
    this.#write(open);
    return state;
  }

  /** Writes now, or when a minute has passed since the last write. */
  #write(open: OpenFolder): void {
    if (open.cancelTimer) {
      open.isBehind = true;
      return;
    }
    open.last = open.last.then(() => open.index.write());
    open.cancelTimer = this.#options.clock.startTimer(() => {
      open.cancelTimer = undefined;
      if (open.isBehind) {
        open.isBehind = false;
        this.#write(open);
      }
    }, writeEveryMs);
  }

  async #close(folder: string): Promise<void> {
    const open = await this.#folders.get(folder)?.catch(() => undefined);
    this.#folders.delete(folder);
    if (open) {
      open.cancelTimer?.();
      await open.last;
      await open.index.close();
    }
  }
}
