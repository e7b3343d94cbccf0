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
  hasFailed: boolean;
}

interface Running {
  readonly host: IndexHost;
  readonly folders: IndexedFolder[];
  readonly disposables: DisposableStore;
}

/** The parameter of a query in `indexCalls`; the index reads less of it. */
const maxQuery = 10_000;
/** A search that takes longer than its own limit by so much has nothing more to say. */
const searchMs = 5_000;
/** The thread may take so long for its last work before it is ended. */
const endMs = 3_000;
/** Crashes after which only *Rebuild* starts the thread again. */
const maxCrashes = 1;

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
    if (this.#running || this.#crashes > maxCrashes || !this.#deps.settings.isEnabled()) {
      return;
    }
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(
      ({ uri }) => uri.scheme === "file",
    );
    if (folders.length > 0) {
      const opening = this.#open(folders);
      this.#running = opening;
      opening.catch(() => {
        if (this.#running === opening) {
          this.#running = undefined;
          this.#show("failed");
        }
      });
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
    await this.#running?.catch(() => undefined);
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
      await this.#within(endMs, Promise.allSettled(removed));
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

  async #open(workspaceFolders: readonly vscode.WorkspaceFolder[]): Promise<Running> {
    const host = this.#deps.start();
    const disposables = new DisposableStore();
    disposables.add(host);
    const running: Running = { host, folders: [], disposables };
    this.#current = running;
    void host.ended.then(() => this.#crashed(running));
    this.#show("building");
    try {
      for (const folder of workspaceFolders) {
        running.folders.push(await this.#openFolder(folder, running));
      }
    } catch (error) {
      disposables.dispose();
      throw error;
    }
    this.#folders = running.folders;
    for (const { watch } of running.folders) {
      watch.refresh();
    }
    return running;
  }

  async #openFolder(folder: vscode.WorkspaceFolder, running: Running): Promise<IndexedFolder> {
    const { settings, clock, storage, files } = this.#deps;
    const { calls } = running.host;
    const key = folder.uri.fsPath;
    const data = await folderData.open(storage, folder.uri);
    await calls.open({
      folder: key,
      data: data.fsPath,
      usesHistory: vscode.workspace.isTrusted,
      maxFiles: settings.maxFiles(),
      exclude: [...settings.exclude()],
    });
    const watch = running.disposables.add(
      new FolderWatch({
        folder,
        key,
        calls,
        clock,
        onRules: () => files.forgetRules(),
        onState: (state) => {
          one.state = state;
          one.hasFailed = false;
          this.#at = clock.now();
          this.#tellOf(running);
        },
        onFailure: () => {
          one.hasFailed = true;
          this.#tellOf(running);
        },
      }),
    );
    const one: IndexedFolder = { folder, key, watch, state: undefined, hasFailed: false };
    return one;
  }

  /** What several folders are together. An index that was ended says nothing any more. */
  #tellOf(running: Running): void {
    if (this.#current === running) {
      const { folders } = running;
      const isWhole = folders.every(({ state, hasFailed }) => state !== undefined || hasFailed);
      const hasFailed = folders.every((one) => one.hasFailed);
      this.#show(hasFailed ? "failed" : isWhole ? "ready" : "building");
    }
  }

  async #searchOne(
    { calls }: IndexHost,
    { folder, key }: IndexedFolder,
    asked: { readonly query: string; readonly limit: number; readonly below: string | undefined },
  ): Promise<CodeAnswer> {
    const { query, limit, below } = asked;
    const answer = await this.#within(
      searchMs,
      calls.search({
        folder: key,
        query: query.slice(0, maxQuery),
        limit,
        ...(below !== undefined && { below }),
      }),
    );
    const { hits, isPartial } = answer ?? { hits: [], isPartial: true };
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
    this.start();
  }

  async #stop(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    this.#running = undefined;
    this.#current = undefined;
    this.#folders = [];
    this.#states = "idle";
    if (running) {
      await this.#within(
        endMs,
        running.host.calls.close({}).catch(() => undefined),
      );
      running.disposables.dispose();
    }
  }

  /** The result, or undefined when it takes longer. */
  #within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const cancel = this.#deps.clock.startTimer(() => resolve(undefined), ms);
      work.then(resolve, reject).finally(cancel);
    });
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
