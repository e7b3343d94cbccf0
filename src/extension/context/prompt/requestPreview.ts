import * as vscode from "vscode";

import type { Disposable } from "../../../shared/base/lifecycle.ts";

const previewScheme = "ai-hub-preview";

export class PreviewDocuments implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #didChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #wrapped = new WeakSet<vscode.TextDocument>();
  readonly #registration: vscode.Disposable;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(previewScheme, {
      onDidChange: this.#didChange.event,
      provideTextDocumentContent: (uri) => this.#texts.get(uri.path) ?? "",
    });
  }

  async show(
    name: string,
    text: string,
    options: vscode.TextDocumentShowOptions,
  ): Promise<vscode.TextEditor> {
    const uri = vscode.Uri.from({ scheme: previewScheme, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#didChange.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, options);
    await this.#wrap(document);
    return editor;
  }

  async #wrap(document: vscode.TextDocument): Promise<void> {
    const isOff = vscode.workspace.getConfiguration("editor", document).get("wordWrap") === "off";
    if (isOff && !this.#wrapped.has(document)) {
      this.#wrapped.add(document);
      await vscode.commands.executeCommand("editor.action.toggleWordWrap");
    }
  }

  dispose(): void {
    this.#registration.dispose();
    this.#didChange.dispose();
  }
}
