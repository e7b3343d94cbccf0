import * as vscode from "vscode";

import type { Disposable } from "../../shared/base/lifecycle.ts";

export const virtualScheme = "aihub-review";

/** Files that are shown as plain text, because language support may fetch URLs in them (`$schema`). */
const fetching = /\.(?:jsonc?|code-workspace|ya?ml|xml|xsd|svg|html?)$/iu;

export class VirtualTexts implements Disposable {
  readonly #texts = new Map<string, () => string>();
  readonly #didChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly #tabs: vscode.Disposable;
  readonly #scheme: string;
  #next = 1;

  constructor(scheme = virtualScheme) {
    this.#scheme = scheme;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#didChange.event,
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString())?.() ?? "",
    });
    this.#tabs = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#free(closed));
  }

  /** Adds a text for `target`, shown under `title`. It is freed when its last tab closes. */
  add(target: vscode.Uri, title: string, text: () => string): vscode.Uri {
    const name = title.replaceAll(/[/\\]/gu, "_");
    const uri = vscode.Uri.from({
      scheme: this.#scheme,
      path: `/${this.#next}/${name}${fetching.test(target.path) ? ".txt" : ""}`,
    });
    this.#next += 1;
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  /** As `add`, under the path of `target`, so that a comparison of several files does not show a rename. */
  addEarlier(target: vscode.Uri, text: () => string): vscode.Uri {
    const path = `${target.path}${fetching.test(target.path) ? ".txt" : ""}`;
    const uri = vscode.Uri.from({ scheme: this.#scheme, path, query: String(this.#next) });
    this.#next += 1;
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  change(uri: vscode.Uri): void {
    this.#didChange.fire(uri);
  }

  dispose(): void {
    this.#tabs.dispose();
    this.#registration.dispose();
    this.#didChange.dispose();
    this.#texts.clear();
  }

  /**
   * Frees texts of closed tabs. A tab that moves between groups closes in the first group while the second shows it.
   */
  #free(closed: readonly vscode.Tab[]): void {
    const shown = new Set(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(addressesOf)),
    );
    for (const address of closed.flatMap(addressesOf)) {
      if (!shown.has(address)) {
        this.#texts.delete(address);
      }
    }
  }
}

function addressesOf({ input }: vscode.Tab): readonly string[] {
  if (input instanceof vscode.TabInputText) {
    return [input.uri.toString()];
  }
  return input instanceof vscode.TabInputTextDiff
    ? [input.original.toString(), input.modified.toString()]
    : [];
}
