import * as vscode from "vscode";

import type { Disposable } from "../../shared/base/lifecycle.ts";

/** Scheme of read-only documents whose text exists only in memory. */
export const virtualScheme = "aihub-review";

/**
 * File types whose language support may fetch addresses in the text (`$schema`): shown as plain
 * text.
 */
const fetching = /\.(?:jsonc?|code-workspace|ya?ml|xml|xsd|svg|html?)$/iu;

/** Provides the texts of one scheme's documents. */
export class VirtualTexts implements Disposable {
  readonly #texts = new Map<string, () => string>();
  readonly #didChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly #tabs: vscode.Disposable;
  readonly #scheme: string;
  #next = 1;

  /** The editor takes one provider for each scheme. */
  constructor(scheme = virtualScheme) {
    this.#scheme = scheme;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#didChange.event,
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString())?.() ?? "",
    });
    this.#tabs = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#free(closed));
  }

  /**
   * Adds a text that belongs to `target` and returns its address; its tab shows `title`. The text is
   * freed when its last tab closes.
   */
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

  /**
   * As `add`, under the path of `target`: beside it in a comparison of several files it counts as the same file, not as a
   * renamed one. A tab of its own would show that file's name.
   */
  addEarlier(target: vscode.Uri, text: () => string): vscode.Uri {
    const path = `${target.path}${fetching.test(target.path) ? ".txt" : ""}`;
    const uri = vscode.Uri.from({ scheme: this.#scheme, path, query: String(this.#next) });
    this.#next += 1;
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  /** Tells the editor that this document's text has changed. */
  change(uri: vscode.Uri): void {
    this.#didChange.fire(uri);
  }

  dispose(): void {
    this.#tabs.dispose();
    this.#registration.dispose();
    this.#didChange.dispose();
    this.#texts.clear();
  }

  /** A tab that moves to another group closes in the first one: then the second still shows it. */
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

/** The addresses of the texts that a tab shows: one, or both sides of a comparison. */
function addressesOf({ input }: vscode.Tab): readonly string[] {
  if (input instanceof vscode.TabInputText) {
    return [input.uri.toString()];
  }
  return input instanceof vscode.TabInputTextDiff
    ? [input.original.toString(), input.modified.toString()]
    : [];
}
