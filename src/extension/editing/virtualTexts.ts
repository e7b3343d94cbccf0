import * as vscode from "vscode";

import type { Disposable } from "../../shared/lifecycle.ts";

/** Read-only documents with texts that exist nowhere else. */
export const virtualScheme = "aihub-review";

/** Files whose language support may fetch what the text points to (`$schema`): shown as plain text. */
const fetching = /\.(?:jsonc?|code-workspace|ya?ml|xml|xsd|svg|html?)$/iu;

/** The texts behind the documents of `virtualScheme`. */
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

  /** An address for a text that goes with `target`; its tab is named by `title`. */
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

  /** The text of this document is another one now. */
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
