import * as vscode from "vscode";

import { type Disposable, DisposableStore } from "../../../shared/base/lifecycle.ts";
import { reviewLenses } from "../review/reviewLenses.ts";
import { InlineColors } from "./inlineColors.ts";
import type { InlineSession } from "./inlineSession.ts";

const { l10n } = vscode;

const activeKey = "aiHub.inlineEdit";

/** The edits in place that are not ended. Shows them as colours and lenses, and sets a context key for key bindings. */
export class InlineSessions implements Disposable {
  readonly #all = new Set<InlineSession>();
  readonly #disposables = new DisposableStore();
  readonly #colors = this.#disposables.add(new InlineColors());
  readonly #lensesChanged = this.#disposables.add(new vscode.EventEmitter<void>());

  constructor() {
    const { languages, window, workspace } = vscode;
    const all = [
      languages.registerCodeLensProvider("*", {
        onDidChangeCodeLenses: this.#lensesChanged.event,
        provideCodeLenses: ({ uri }) => this.in(uri).flatMap(lensesOf),
      }),
      window.onDidChangeVisibleTextEditors(() => {
        for (const document of new Set([...this.#all].map((session) => session.document))) {
          this.#colors.draw(document, this.in(document.uri));
        }
      }),
      workspace.onDidCloseTextDocument((document) => this.#closed(document)),
      window.onDidChangeActiveTextEditor(() => this.#setKey()),
      window.onDidChangeTextEditorSelection(() => {
        if (this.#all.size > 1) {
          this.#setKey();
        }
      }),
    ];
    for (const one of all) {
      this.#disposables.add(one);
    }
  }

  /** Shows the session until it ends. */
  add(session: InlineSession): void {
    this.#all.add(session);
    session.onDidChange(() => this.#redraw(session));
    this.#redraw(session);
  }

  has(session: InlineSession): boolean {
    return this.#all.has(session);
  }

  in(uri: vscode.Uri): readonly InlineSession[] {
    const address = uri.toString();
    return [...this.#all].filter(({ document }) => document.uri.toString() === address);
  }

  /** The document's session that is nearest to the cursor. */
  nearest(uri: vscode.Uri): InlineSession | undefined {
    const editor = vscode.window.activeTextEditor;
    const isActive = editor?.document.uri.toString() === uri.toString();
    const line = isActive ? editor.selection.active.line : 0;
    const away = ({ start, length }: InlineSession): number =>
      Math.max(start - line, line - (start + length - 1), 0);
    return this.in(uri).toSorted((one, other) => away(one) - away(other))[0];
  }

  get current(): InlineSession | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && this.nearest(uri);
  }

  /** A lens names its session; a key means the session at the cursor. */
  named(id: unknown): InlineSession | undefined {
    return typeof id === "number"
      ? [...this.#all].find((session) => session.id === id)
      : this.current;
  }

  dispose(): void {
    for (const session of this.#all) {
      session.dispose();
    }
    this.#all.clear();
    this.#disposables.dispose();
  }

  /** Undecided changes reappear when the document is opened again. */
  #closed({ uri }: vscode.TextDocument): void {
    for (const session of this.in(uri)) {
      if (session.state === "streaming") {
        session.accept();
      }
    }
  }

  #redraw(session: InlineSession): void {
    this.#colors.draw(session.document, this.in(session.document.uri));
    if (session.state === "ended" && this.#all.delete(session)) {
      session.dispose();
    }
    this.#lensesChanged.fire();
    this.#setKey();
  }

  #setKey(): void {
    void vscode.commands.executeCommand("setContext", activeKey, this.current?.state ?? "");
  }
}

function lensesOf(session: InlineSession): vscode.CodeLens[] {
  if (session.state === "ended") {
    return [];
  }
  const { document, review, start, id } = session;
  const headRow = Math.min(start, document.lineCount - 1);
  if (review) {
    const command = "aiHub.retryInlineEdit";
    const more = [
      {
        title: `$(comment)\u00a0${l10n.t("Change further")}`,
        command,
        arguments: ["further", id],
      },
      { title: `$(refresh)\u00a0${l10n.t("Try again")}`, command, arguments: ["again", id] },
    ];
    return reviewLenses(document.uri, review, { headRow, more, isShort: true });
  }
  const stop = {
    title: `$(debug-stop) ${l10n.t("Stop")}`,
    command: "aiHub.rejectInlineEdit",
    arguments: [id],
  };
  return [new vscode.CodeLens(new vscode.Range(headRow, 0, headRow, 0), stop)];
}
