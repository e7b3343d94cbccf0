import * as vscode from "vscode";

import type { FolderState } from "../../codeIndex/indexCalls.ts";
import type { LeftOut } from "../../codeIndex/text/sourceFile.ts";
import type { Clock } from "../../shared/clock.ts";
import { Emitter } from "../../shared/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/lifecycle.ts";
import type { WorkspaceFiles } from "../context/workspaceFiles.ts";
import { FolderWatch } from "./folderWatch.ts";
import type { IndexHost } from "./indexHost.ts";
import { folderData } from "./indexStorage.ts";

export interface CodeSearchSettings {
  readonly isEnabled: () => boolean;
  readonly maxFiles: () => number;
  readonly exclude: () => readonly string[];
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface CodeSearchDeps {
  readonly start: () => IndexHost;
  readonly files: WorkspaceFiles;
  readonly settings: CodeSearchSettings;
  /** Folder of all indexes. */
  readonly storage: vscode.Uri;
  readonly clock: Clock;
}

/** Lines of the workspace that answer a question. */
export interface FoundLines {
  readonly uri: vscode.Uri;
  /** As people know it. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** The words of the question that are in it. */
  readonly words: readonly string[];
  readonly score: number;
}

export interface CodeAnswer {
  readonly found: readonly FoundLines[];
  /** Whether the index is still being built, or the time was over. */
  readonly isPartial: boolean;
}

/** `off`: the person wants no index. `idle`: nobody has asked yet. */
export interface CodeIndexState {
  readonly state: "off" | "idle" | "building" | "ready" | "failed";
  readonly files: number;
  readonly leftOut: ReadonlyMap<LeftOut, number>;
  readonly isCut: boolean;
  /** When it was last brought up to date, in epoch milliseconds. */
  readonly at: number | undefined;
}

interface IndexedFolder {
  readonly folder: vscode.WorkspaceFolder;
  readonly key: string;
  readonly watch: FolderWatch;
  state: FolderState | undefined;
}

interface Running {
  readonly host: IndexHost;
  readonly folders: readonly IndexedFolder[];
  readonly disposables: DisposableStore;
}

/** The search in the code of this window's folders. It starts with its first use; one crash starts it again. */
export class CodeSearch implements Disposable {
  readonly #deps: CodeSearchDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  #running: Promise<Running> | undefined;
  #current: Running | undefined;
  #states: CodeIndexState["state"] = "idle";
  #folders: readonly IndexedFolder[] = [];
  #crashes = 0;
  #at: number | undefined;

  readonly onDidChange = this.#didChange.event;

  constructor(deps: CodeSearchDeps) {
    this.#deps = deps;
    const again = (): void => void this.#stop().then(() => this.#didChange.fire(undefined));
    this.#disposables.add(deps.settings.onDidChange(again));
    this.#disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(again));
  }

  get state(): CodeIndexState {
    const states = this.#folders.flatMap(({ state }) => (state ? [state] : []));
    const leftOut = new Map<LeftOut, number>();
    for (const [reason, count] of states.flatMap((one) => one.leftOut)) {
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
    }
    return {
      state: this.#deps.settings.isEnabled() ? this.#states : "off",
      files: states.reduce((sum, { files }) => sum + files, 0),
      leftOut,
      isCut: states.some(({ isCut }) => isCut),
      at: this.#at,
    };
  }

  /** Starts the index if the person wants one; it is built while others work. */
  start(): void {
    if (this.#deps.settings.isEnabled() && (vscode.workspace.workspaceFolders ?? []).length > 0) {
      this.#running ??= this.#open();
    }
  }

  /** The lines that answer a question best, the best first; undefined if there is no index. */
  async search(
    query: string,
    { limit, below }: { readonly limit: number; readonly below?: vscode.Uri | undefined },
  ): Promise<CodeAnswer | undefined> {
    this.start();
    const running = await this.#running?.catch(() => undefined);
    if (!running) {
      return undefined;
    }
    const answers = await Promise.all(
      running.folders.flatMap((one) => {
        const inside = below && insideOf(one.folder.uri, below);
        return below && inside === undefined
          ? []
          : [this.#searchOne(running.host, one, { query, limit, below: inside })];
      }),
    );
    const found = answers
      .flatMap((answer) => answer.found)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit);
    const isPartial = this.#states !== "ready" || answers.some((answer) => answer.isPartial);
    return { found, isPartial };
  }

  /** Forgets the index and builds it again. */
  async rebuild(): Promise<void> {
    await this.forget();
    this.#crashes = 0;
    this.start();
    await this.#running;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        if (this.#states !== "building") {
          listening.dispose();
          resolve();
        }
      };
      const listening = this.#didChange.event(done);
      done();
    });
  }

  /** Deletes the index from the disk; the next search builds it again. */
  async forget(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    if (running) {
      const removed = running.folders.map(({ key }) => running.host.calls.remove({ folder: key }));
      await Promise.allSettled(removed);
    }
    await this.#stop();
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      await folderData.delete(this.#deps.storage, uri);
    }
    this.#didChange.fire(undefined);
  }

  dispose(): void {
    void this.#stop();
    this.#disposables.dispose();
  }

  async #open(): Promise<Running> {
    const { start, settings, clock, storage } = this.#deps;
    const host = start();
    const disposables = new DisposableStore();
    disposables.add(host);
    this.#show("building");
    const folders: IndexedFolder[] = [];
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      if (folder.uri.scheme === "file") {
        const key = folder.uri.fsPath;
        const data = await folderData.open(storage, folder.uri);
        await host.calls.open({
          folder: key,
          data: data.fsPath,
          usesHistory: vscode.workspace.isTrusted,
          maxFiles: settings.maxFiles(),
          exclude: [...settings.exclude()],
        });
        const watch = disposables.add(
          new FolderWatch({
            folder,
            key,
            calls: host.calls,
            clock,
            onState: (state) => {
              one.state = state;
              this.#at = clock.now();
              const isWhole = folders.every((other) => other.state !== undefined);
              this.#show(isWhole ? "ready" : "building");
            },
            onFailure: () => this.#show("failed"),
          }),
        );
        const one: IndexedFolder = { folder, key, watch, state: undefined };
        folders.push(one);
      }
    }
    this.#folders = folders;
    for (const { watch } of folders) {
      void watch.refresh();
    }
    const running = { host, folders, disposables };
    this.#current = running;
    void host.ended.then(() => this.#crashed(running));
    return running;
  }

  async #searchOne(
    { calls }: IndexHost,
    { folder, key }: IndexedFolder,
    asked: { readonly query: string; readonly limit: number; readonly below: string | undefined },
  ): Promise<CodeAnswer> {
    const { query, limit, below } = asked;
    const { hits, isPartial } = await calls.search({
      folder: key,
      query,
      limit,
      ...(below !== undefined && { below }),
    });
    const found: FoundLines[] = [];
    for (const hit of hits) {
      const uri = vscode.Uri.joinPath(folder.uri, hit.path);
      // The rules may have changed since.
      if ((await this.#deps.files.reasonAgainst(uri)) === undefined) {
        found.push({ ...hit, uri, path: vscode.workspace.asRelativePath(uri) });
      }
    }
    return { found, isPartial };
  }

  #crashed(running: Running): void {
    if (this.#current !== running) {
      return;
    }
    this.#crashes += 1;
    this.#current = undefined;
    this.#running = undefined;
    running.disposables.dispose();
    this.#show("failed");
    if (this.#crashes === 1) {
      this.start();
    }
  }

  async #stop(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    this.#running = undefined;
    this.#current = undefined;
    this.#folders = [];
    this.#states = "idle";
    if (running) {
      await running.host.calls.close({}).catch(() => undefined);
      running.disposables.dispose();
    }
  }

  #show(state: CodeIndexState["state"]): void {
    this.#states = state;
    this.#didChange.fire(undefined);
  }
}

/** A folder below another, relative to it; undefined if it is not below. */
function insideOf(root: vscode.Uri, folder: vscode.Uri): string | undefined {
  const base = root.path.replace(/\/?$/u, "/");
  const path = folder.path.replace(/\/?$/u, "/");
  return path.startsWith(base) ? path.slice(base.length).replace(/\/$/u, "") : undefined;
}
