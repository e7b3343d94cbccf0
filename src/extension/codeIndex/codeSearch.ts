import * as vscode from "vscode";

import type { FolderProgress } from "../../codeIndex/indexCalls.ts";
import type { LeftOut } from "../../codeIndex/text/sourceFile.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { loadPart } from "../editor/laterPart.ts";
import type { IndexHost } from "./indexHost.ts";
import type { CodeAnswer, IndexSession, QueryVector, SearchOptions } from "./indexSession.ts";
import { folderData } from "./indexStorage.ts";
import type { SemanticFolder } from "./semanticBuild.ts";

export interface CodeSearchSettings {
  readonly isEnabled: () => boolean;
  readonly maxFiles: () => number;
  readonly exclude: () => readonly string[];
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface CodeSearchDeps {
  readonly start: () => Promise<IndexHost>;
  readonly keyOf: (folder: vscode.Uri) => string | undefined;
  readonly files: WorkspaceFiles;
  readonly settings: CodeSearchSettings;
  readonly storage: vscode.Uri;
  readonly clock: Clock;
  readonly similarTo?: (query: string) => Promise<QueryVector | undefined>;
}

/** `off`: disabled by the person. `idle`: not used yet. */
export interface CodeIndexState {
  readonly state: "off" | "idle" | "building" | "ready" | "failed";
  readonly files: number;
  readonly leftOut: ReadonlyMap<LeftOut, number>;
  readonly isCut: boolean;
  readonly refusedRules?: readonly string[];
  readonly at: number | undefined;
  readonly looked?: FolderProgress | undefined;
}

/** After more crashes only *Rebuild* restarts the thread. */
const maxCrashes = 1;

/** Searches the code of this window's folders. Starts at first use; restarts after one crash. */
export class CodeSearch implements Disposable {
  readonly #deps: CodeSearchDeps;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<undefined>());
  #opening: Promise<IndexSession> | undefined;
  /** The current session; reports of older sessions are ignored. */
  #session: IndexSession | undefined;
  #state: CodeIndexState["state"] = "idle";
  #crashes = 0;

  readonly onDidChange = this.#didChange.event;

  constructor(deps: CodeSearchDeps) {
    this.#deps = deps;
    const again = (): void => void this.#stop().then(() => this.#didChange.fire(undefined));
    this.#disposables.add(deps.settings.onDidChange(again));
    this.#disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(again));
    // A folder's history is read only once it is trusted.
    this.#disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(again));
  }

  get state(): CodeIndexState {
    const states = this.#session?.states ?? [];
    const leftOut = new Map<LeftOut, number>();
    for (const [reason, count] of states.flatMap((one) => one.leftOut)) {
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
    }
    return {
      state: this.#deps.settings.isEnabled() ? this.#state : "off",
      files: states.reduce((sum, { files }) => sum + files, 0),
      leftOut,
      isCut: states.some(({ isCut }) => isCut),
      refusedRules: states.flatMap(({ refusedRules = [] }) => refusedRules),
      at: this.#session?.at,
      looked: this.#session?.looked,
    };
  }

  get hasFolders(): boolean {
    return this.#workspaceFolders.length > 0;
  }

  /** Starts the index if enabled; it builds in the background. */
  start(): void {
    if (this.#opening || this.#crashes > maxCrashes || !this.#deps.settings.isEnabled()) {
      return;
    }
    if (this.hasFolders) {
      const opening = this.#open(this.#workspaceFolders);
      this.#opening = opening;
      opening.catch(() => {
        if (this.#opening === opening) {
          this.#opening = undefined;
          this.#show("failed");
        }
      });
    }
  }

  async search(query: string, options: SearchOptions): Promise<CodeAnswer | undefined> {
    this.start();
    const session = await this.#opening?.catch(() => undefined);
    const similar =
      session && options.isLocal !== true ? await this.#deps.similarTo?.(query) : undefined;
    const answer = await session?.search(query, options, similar);
    const isBuilding = this.#state !== "ready";
    return answer && { ...answer, isBuilding, isPartial: isBuilding || answer.isPartial };
  }

  async folders(): Promise<readonly SemanticFolder[] | undefined> {
    await this.#whole();
    return this.#state === "ready" ? this.#session?.folders : undefined;
  }

  async rebuild(): Promise<void> {
    await this.forget();
    this.#crashes = 0;
    await this.#whole();
  }

  async #whole(): Promise<void> {
    this.start();
    await this.#opening?.catch(() => undefined);
    await new Promise<void>((resolve) => {
      const done = (): void => {
        if (this.#state !== "building") {
          listening.dispose();
          resolve();
        }
      };
      const listening = this.#didChange.event(done);
      done();
    });
  }

  async forget(): Promise<void> {
    const session = await this.#opening?.catch(() => undefined);
    await session?.remove();
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

  get #workspaceFolders(): readonly vscode.WorkspaceFolder[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return folders.filter(({ uri }) => this.#deps.keyOf(uri) !== undefined);
  }

  async #open(folders: readonly vscode.WorkspaceFolder[]): Promise<IndexSession> {
    this.#show("building");
    const loaded = await loadPart(() => import("./indexSession.ts"));
    const { settings, keyOf, files, storage, clock } = this.#deps;
    const host = await loadPart(() => this.#deps.start());
    const session: IndexSession = new loaded.IndexSession({
      host,
      keyOf,
      files,
      maxFiles: settings.maxFiles(),
      exclude: settings.exclude(),
      storage,
      clock,
      onChange: () => {
        if (this.#session === session) {
          this.#show(session.progress);
        }
      },
    });
    this.#session = session;
    void host.ended.then(() => this.#crashed(session));
    try {
      await session.open(folders);
    } catch (error) {
      session.dispose();
      throw error;
    }
    return session;
  }

  #crashed(session: IndexSession): void {
    if (this.#session !== session) {
      return;
    }
    this.#crashes += 1;
    this.#session = undefined;
    this.#opening = undefined;
    session.dispose();
    this.#show("failed");
    this.start();
  }

  async #stop(): Promise<void> {
    const session = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    this.#session = undefined;
    this.#state = "idle";
    await session?.close();
  }

  #show(state: CodeIndexState["state"]): void {
    this.#state = state;
    this.#didChange.fire(undefined);
  }
}
