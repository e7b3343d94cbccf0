import * as vscode from "vscode";

import type { FolderProgress, FolderState, SearchParams } from "../../codeIndex/indexCalls.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { atMost, within } from "../../shared/base/waiting.ts";
import { exclusions } from "../../shared/guarded/excludedPaths.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import type { CodeLines } from "../context/sources/codebase.ts";
import { FolderWatch } from "./folderWatch.ts";
import type { IndexHost } from "./indexHost.ts";
import { folderData } from "./indexStorage.ts";
import type { SemanticFolder } from "./semanticBuild.ts";

export interface FoundLines extends CodeLines {
  readonly score: number;
}

export interface CodeAnswer {
  readonly found: readonly FoundLines[];
  /** There may be more: the index is being built, or the search reached its time limit. */
  readonly isPartial: boolean;
  readonly isBuilding?: boolean;
}

export interface SearchOptions {
  readonly limit: number;
  readonly below?: vscode.Uri | undefined;
  /** No hub is asked for the meaning of the query. */
  readonly isLocal?: boolean;
}

export type QueryVector = NonNullable<SearchParams["similar"]>;

export interface IndexSessionDeps {
  readonly host: IndexHost;
  readonly keyOf: (folder: vscode.Uri) => string | undefined;
  readonly files: WorkspaceFiles;
  readonly maxFiles: number;
  readonly exclude: readonly string[];
  readonly storage: vscode.Uri;
  readonly clock: Clock;
  readonly onChange: () => void;
}

interface IndexedFolder {
  readonly folder: vscode.WorkspaceFolder;
  readonly key: string;
  readonly watch: FolderWatch;
  state: FolderState | undefined;
  hasFailed: boolean;
}

const maxQuery = 10_000;
/** Extra time beyond the search's own limit before it is abandoned. */
const searchMs = 5_000;
const lookMs = 500;
const endMs = 3_000;

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

  async open(folders: readonly vscode.WorkspaceFolder[]): Promise<void> {
    for (const folder of folders) {
      this.#folders.push(await this.#openFolder(folder));
    }
    for (const { watch } of this.#folders) {
      watch.refresh();
    }
    this.#changed();
  }

  get states(): readonly FolderState[] {
    return this.#folders.flatMap(({ state }) => (state ? [state] : []));
  }

  get looked(): FolderProgress | undefined {
    return this.#looked;
  }

  get at(): number | undefined {
    return this.#at;
  }

  /** `failed` if no folder could be updated. */
  get progress(): "building" | "ready" | "failed" {
    if (this.#folders.every(({ hasFailed }) => hasFailed)) {
      return "failed";
    }
    const isWhole = this.#folders.every(({ state, hasFailed }) => state !== undefined || hasFailed);
    return isWhole ? "ready" : "building";
  }

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

  get folders(): readonly SemanticFolder[] {
    return this.#folders.map(({ key }) => ({ key, calls: this.#deps.host.calls }));
  }

  async remove(): Promise<void> {
    const { host, clock } = this.#deps;
    const removed = this.#folders.map(({ key }) => host.calls.remove({ folder: key }));
    await atMost(clock, endMs, Promise.allSettled(removed));
  }

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
    // If the disk is full or read-only, the index stays in memory.
    const data = await folderData.open(storage, folder.uri).catch(() => undefined);
    await calls.open({
      folder: key,
      data: data?.fsPath,
      usesHistory: vscode.workspace.isTrusted,
      maxFiles,
      exclude: [...exclude],
      exclusions: exclusions(),
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
    // A thread that has ended reports that itself.
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
      if ((await files.reasonAgainst(uri)) === undefined) {
        found.push({ ...hit, uri, path: vscode.workspace.asRelativePath(uri) });
      }
    }
    return { found, isPartial };
  }
}

/** Merges results, best first. If two folders contain one file, the lines of the better result are used. */
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

/** Relative path of a folder inside another; undefined if it is outside. */
function insideOf(root: vscode.Uri, folder: vscode.Uri): string | undefined {
  const base = root.path.replace(/\/?$/u, "/");
  const path = folder.path.replace(/\/?$/u, "/");
  return path.startsWith(base) ? path.slice(base.length).replace(/\/$/u, "") : undefined;
}
