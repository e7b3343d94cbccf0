import * as vscode from "vscode";

import type { FolderState } from "../../codeIndex/indexCalls.ts";
import { hasRules } from "../../context/ignoreRules.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { baseName } from "../../shared/text/baseName.ts";
import { ChangeGatherer, type Gathered } from "./changeGatherer.ts";
import type { IndexHost } from "./indexHost.ts";

const unsavedMs = 2_000;
const maxUnsaved = 500_000;

export interface FolderWatchDeps {
  readonly folder: vscode.WorkspaceFolder;
  readonly key: string;
  readonly calls: IndexHost["calls"];
  readonly clock: Clock;
  readonly onRules: () => void;
  readonly onState: (state: FolderState) => void;
  /** Called if an update failed; searches then use the old index. */
  readonly onFailure: () => void;
}

export class FolderWatch implements Disposable {
  readonly #deps: FolderWatchDeps;
  readonly #disposables = new DisposableStore();
  readonly #gatherer: ChangeGatherer;
  readonly #unsaved = new Map<string, vscode.TextDocument>();
  #cancelUnsaved: (() => void) | undefined;
  #isTaking = false;
  /** Changes that arrived during an update, merged. */
  #next: Gathered | undefined;

  constructor(deps: FolderWatchDeps) {
    this.#deps = deps;
    this.#gatherer = this.#disposables.add(
      new ChangeGatherer(deps.clock, (changes) => this.#take(changes)),
    );
    const pattern = new vscode.RelativePattern(deps.folder, "**/*");
    const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher(pattern));
    const note = (uri: vscode.Uri): void => {
      const path = this.#relative(uri);
      if (hasRules(baseName(path))) {
        deps.onRules();
      }
      this.#gatherer.add(path);
    };
    this.#disposables.add(watcher.onDidChange(note));
    this.#disposables.add(watcher.onDidCreate(note));
    this.#disposables.add(watcher.onDidDelete(note));
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#edited(document)),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
    );
  }

  refresh(): void {
    this.#take("all");
  }

  dispose(): void {
    this.#next = undefined;
    this.#cancelUnsaved?.();
    this.#disposables.dispose();
  }

  #take(changes: Gathered): void {
    const waiting = this.#next ?? [];
    this.#next =
      changes === "all" || waiting === "all" ? "all" : [...new Set([...waiting, ...changes])];
    if (!this.#isTaking) {
      void this.#takeAll();
    }
  }

  async #takeAll(): Promise<void> {
    this.#isTaking = true;
    for (let next = this.#next; next; next = this.#next) {
      this.#next = undefined;
      await this.#bring(next);
    }
    this.#isTaking = false;
  }

  async #bring(changes: Gathered): Promise<void> {
    const { calls, key, onState, onFailure } = this.#deps;
    try {
      onState(
        changes === "all"
          ? await calls.refresh({ folder: key })
          : await calls.update({ folder: key, paths: [...changes] }),
      );
    } catch {
      onFailure();
    }
  }

  #edited(document: vscode.TextDocument): void {
    if (this.#isOurs(document)) {
      this.#unsaved.set(document.uri.toString(), document);
      this.#cancelUnsaved ??= this.#deps.clock.startTimer(() => this.#sendUnsaved(), unsavedMs);
    }
  }

  #closed(document: vscode.TextDocument): void {
    if (this.#isOurs(document)) {
      this.#unsaved.delete(document.uri.toString());
      this.#send(document, undefined);
    }
  }

  #sendUnsaved(): void {
    this.#cancelUnsaved = undefined;
    for (const document of this.#unsaved.values()) {
      const text = document.isDirty ? document.getText() : undefined;
      this.#send(document, text !== undefined && text.length > maxUnsaved ? undefined : text);
    }
    this.#unsaved.clear();
  }

  #send(document: vscode.TextDocument, text: string | undefined): void {
    const { calls, key } = this.#deps;
    const path = this.#relative(document.uri);
    const sent = calls.setText({ folder: key, path, ...(text !== undefined && { text }) });
    // The file is not in the index, or the index has just ended: nothing is lost.
    sent.catch(() => undefined);
  }

  #isOurs(document: vscode.TextDocument): boolean {
    const { folder } = this.#deps;
    const { uri } = document;
    return (
      uri.scheme === folder.uri.scheme &&
      vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === folder.uri.toString()
    );
  }

  #relative(uri: vscode.Uri): string {
    return uri.path.slice(this.#deps.folder.uri.path.replace(/\/$/u, "").length + 1);
  }
}
