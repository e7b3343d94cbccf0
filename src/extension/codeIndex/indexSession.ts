import * as vscode from "vscode";

import type { FolderProgress, FolderState, SearchParams } from "../../codeIndex/indexCalls.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { atMost, within } from "../../shared/base/waiting.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import type { CodeLines } from "../context/sources/codebase.ts";
import { FolderWatch } from "./folderWatch.ts";
import type { IndexHost } from "./indexHost.ts";
import { folderData } from "./indexStorage.ts";
import type { SemanticFolder } from "./semanticBuild.ts";

/** Lines of the workspace that answer a question, the better ones with a higher score. */
export interface FoundLines extends CodeLines {
  readonly score: number;
}

export interface CodeAnswer {
  readonly found: readonly FoundLines[];
  /** Whether the index is still being built, or the time was over. */
  readonly isPartial: boolean;
}

export interface SearchOptions {
  readonly limit: number;
  readonly below?: vscode.Uri | undefined;
}

/** A query as a vector of a model. */
export type QueryVector = NonNullable<SearchParams["similar"]>;

export interface IndexSessionDeps {
  readonly host: IndexHost;
  readonly keyOf: (folder: vscode.Uri) => string | undefined;
  readonly files: WorkspaceFiles;
  readonly maxFiles: number;
  readonly exclude: readonly string[];
  /** Folder of all indexes. */
  readonly storage: vscode.Uri;
  readonly clock: Clock;
  /** A folder was brought up to date, or could not be. */
  readonly onChange: () => void;
}

interface IndexedFolder {
  readonly folder: vscode.WorkspaceFolder;
  readonly key: string;
  readonly watch: FolderWatch;
  state: FolderState | undefined;
  hasFailed: boolean;
}

/** The parameter of a query of `SearchParams`; the index reads less of it. */
const maxQuery = 10_000;
/** A search that takes longer than its own limit by so much has nothing more to say. */
const searchMs = 5_000;
/** While the index is built it is asked this often how far it is. */
const lookMs = 500;
/** The thread may take so long for its last work before it is ended. */
const endMs = 3_000;

/** One thread of the index with the folders that it has open. */
export class IndexSession implements Disposable {
  readonly #deps: IndexSessionDeps;
  readonly #disposables = new DisposableStore();
  readonly #folders: IndexedFolder[] = [];
  #at: number | undefined;
  #looked: FolderProgress | undefined;
  #cancelLook: (() => void) | undefined;
  #isOver = false;

  constructor(deps: IndexSessionDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.host);
    this.#disposables.add({ dispose: () => this.#stopLooking() });
  }

  /** Opens what is kept of the folders and begins to bring it up to date. Rejects if the thread ends before. */
  async open(folders: readonly vscode.WorkspaceFolder[]): Promise<void> {
    for (const folder of folders) {
      this.#folders.push(await this.#openFolder(folder));
    }
    for (const { watch } of this.#folders) {
      watch.refresh();
    }
    this.#changed();
  }

  /** What is known of the folders that were looked at. */
  get states(): readonly FolderState[] {
    return this.#folders.flatMap(({ state }) => (state ? [state] : []));
  }

  /** How far all folders are, while they are looked at for the first time. */
  get looked(): FolderProgress | undefined {
    return this.#looked;
  }

  /** When a folder was last brought up to date, in epoch milliseconds. */
  get at(): number | undefined {
    return this.#at;
  }

  /** `failed` if no folder could be brought up to date. */
  get progress(): "building" | "ready" | "failed" {
    if (this.#folders.every(({ hasFailed }) => hasFailed)) {
      return "failed";
    }
    const isWhole = this.#folders.every(({ state, hasFailed }) => state !== undefined || hasFailed);
    return isWhole ? "ready" : "building";
  }

  /** The lines of all folders that answer a question best, the best first. */
  async search(
    query: string,
    { limit, below }: SearchOptions,
    similar?: QueryVector,
  ): Promise<CodeAnswer> {
    const answers = await Promise.all(
      this.#folders.flatMap((one) => {
        const inside = below && insideOf(one.folder.uri, below);
        return below && inside === undefined
          ? []
          : [this.#searchOne(one, { query, limit, below: inside, similar })];
      }),
    );
    const found = onceEach(answers.map((answer) => answer.found));
    return { found: found.slice(0, limit), isPartial: answers.some((answer) => answer.isPartial) };
  }

  /** The folders, for their vectors. */
  get folders(): readonly SemanticFolder[] {
    return this.#folders.map(({ key }) => ({ key, calls: this.#deps.host.calls }));
  }

  /** Deletes what is kept of the folders. */
  async remove(): Promise<void> {
    const { host, clock } = this.#deps;
    const removed = this.#folders.map(({ key }) => host.calls.remove({ folder: key }));
    await atMost(clock, endMs, Promise.allSettled(removed));
  }

  /** Lets the thread write what is not kept yet, then ends it. */
  async close(): Promise<void> {
    await atMost(this.#deps.clock, endMs, this.#deps.host.calls.close());
    this.dispose();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #openFolder(folder: vscode.WorkspaceFolder): Promise<IndexedFolder> {
    const { host, keyOf, files, maxFiles, exclude, storage, clock } = this.#deps;
    const { calls } = host;
    const key = keyOf(folder.uri) ?? folder.uri.toString();
    // On a disk that is full or may not be written, the index is in memory only.
    const data = await folderData.open(storage, folder.uri).catch(() => undefined);
    await calls.open({
      folder: key,
      data: data?.fsPath,
      usesHistory: vscode.workspace.isTrusted,
      maxFiles,
      exclude: [...exclude],
    });
    const watch = this.#disposables.add(
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
          this.#changed();
        },
        onFailure: () => {
          one.hasFailed = true;
          this.#changed();
        },
      }),
    );
    const one: IndexedFolder = { folder, key, watch, state: undefined, hasFailed: false };
    return one;
  }

  #changed(): void {
    const { clock, onChange } = this.#deps;
    this.#cancelLook?.();
    this.#cancelLook =
      this.progress === "building" ? clock.startTimer(() => void this.#look(), lookMs) : undefined;
    onChange();
  }

  #stopLooking(): void {
    this.#isOver = true;
    this.#cancelLook?.();
  }

  async #look(): Promise<void> {
    const { calls } = this.#deps.host;
    const asked = this.#folders.map(({ key }) => calls.progress({ folder: key }));
    // A thread that has ended says so by itself.
    const steps = await Promise.all(asked).catch(() => []);
    if (steps.length > 0 && this.progress === "building" && !this.#isOver) {
      const sum = (count: (step: FolderProgress) => number): number =>
        steps.reduce((all, step) => all + count(step), 0);
      this.#looked = { done: sum(({ done }) => done), all: sum(({ all }) => all) };
      this.#changed();
    }
  }

  async #searchOne(
    { folder, key }: IndexedFolder,
    asked: Omit<SearchParams, "folder">,
  ): Promise<CodeAnswer> {
    const { host, clock, files } = this.#deps;
    const query = asked.query.slice(0, maxQuery);
    const searching = host.calls.search({ ...asked, folder: key, query });
    const answer = await within(clock, searchMs, searching);
    const { hits, isPartial } = answer ?? { hits: [], isPartial: true };
    const found: FoundLines[] = [];
    for (const hit of hits) {
      const uri = vscode.Uri.joinPath(folder.uri, hit.path);
      // The rules may have changed since.
      if ((await files.reasonAgainst(uri)) === undefined) {
        found.push({ ...hit, uri, path: vscode.workspace.asRelativePath(uri) });
      }
    }
    return { found, isPartial };
  }
}

/** The lines of all folders, the best first; of a file that two folders have, one inside the other, those of the better. */
function onceEach(answers: readonly (readonly FoundLines[])[]): readonly FoundLines[] {
  const owners = new Map<string, number>();
  return answers
    .flatMap((found, owner) => found.map((lines) => ({ lines, owner })))
    .toSorted((a, b) => b.lines.score - a.lines.score)
    .filter(({ lines, owner }) => {
      const file = lines.uri.toString();
      const first = owners.get(file) ?? owner;
      owners.set(file, first);
      return first === owner;
    })
    .map(({ lines }) => lines);
}

/** A folder below another, relative to it; undefined if it is not below. */
function insideOf(root: vscode.Uri, folder: vscode.Uri): string | undefined {
  const base = root.path.replace(/\/?$/u, "/");
  const path = folder.path.replace(/\/?$/u, "/");
  return path.startsWith(base) ? path.slice(base.length).replace(/\/$/u, "") : undefined;
}
