import * as vscode from "vscode";

import type { Disposable } from "../../shared/lifecycle.ts";

/** Scheme of read-only documents whose text exists only in memory. */
export const virtualScheme = "aihub-review";

/**
 * File types whose language support may fetch addresses in the text (`$schema`): shown as plain
 * text.
 */
const fetching = /\.(?:jsonc?|code-workspace|ya?ml|xml|xsd|svg|html?)$/iu;

/** Provides the texts of `virtualScheme` documents. */
export class VirtualTexts implements Disposable {
  readonly #texts = new Map<string, () => string>();
  readonly #didChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  #next = 1;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(virtualScheme, {
      onDidChange: this.#didChange.event,
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString())?.() ?? "",
    });
  }

  /** Adds a text that belongs to `target` and returns its address; its tab shows `title`. */
  add(target: vscode.Uri, title: string, text: () => string): vscode.Uri {
    const name = title.replaceAll(/[/\\]/gu, "_");
    const uri = vscode.Uri.from({
      scheme: virtualScheme,
      path: `/${this.#next}/${name}${fetching.test(target.path) ? ".txt" : ""}`,
    });
    this.#next += 1;
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  /** Tells the editor that this document's text has changed. */
  change(uri: vscode.Uri): void {
    this.#didChange.fire(uri);
  }

  remove(uri: vscode.Uri): void {
    this.#texts.delete(uri.toString());
  }

  dispose(): void {
    this.#registration.dispose();
    this.#didChange.dispose();
  }
}
