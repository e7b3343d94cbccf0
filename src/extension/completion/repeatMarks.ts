import * as vscode from "vscode";

import type { Replacement } from "../../completion/repeat/repeatedEdit.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";

const { l10n, window } = vscode;

export const hintStyle = {
  after: { color: new vscode.ThemeColor("editorCodeLens.foreground"), margin: "0 0 0 2em" },
};
export const removedStyle = {
  textDecoration: "line-through",
  backgroundColor: new vscode.ThemeColor("diffEditor.removedTextBackground"),
};
export const addedStyle = {
  color: new vscode.ThemeColor("editor.foreground"),
  backgroundColor: new vscode.ThemeColor("diffEditor.insertedTextBackground"),
};

export interface Marked {
  readonly editor: vscode.TextEditor;
  readonly edit: Replacement;
  /** The offset that is shown with its change. */
  readonly at?: number;
  /** Further places in the file, and further files. */
  readonly more: number;
  readonly files: number;
}

/** Draws the number of places behind a line, and the change at the shown place. */
export class RepeatMarks implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #count = this.#disposables.add(
    window.createTextEditorDecorationType({
      ...hintStyle,
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    }),
  );
  readonly #change = this.#disposables.add(
    window.createTextEditorDecorationType({ ...removedStyle, after: addedStyle }),
  );
  #shown: vscode.TextEditor | undefined;
  #told = "";

  show(marked: Marked | undefined): void {
    if (this.#shown && this.#shown !== marked?.editor) {
      this.#shown.setDecorations(this.#count, []);
      this.#shown.setDecorations(this.#change, []);
    }
    this.#shown = marked?.editor;
    if (!marked) {
      this.#told = "";
      return;
    }
    const { editor, edit, at } = marked;
    const { document } = editor;
    const line = document.lineAt(document.positionAt(at ?? edit.offset + edit.to.length).line);
    const contentText = countText(marked);
    editor.setDecorations(this.#count, [
      {
        range: new vscode.Range(line.range.end, line.range.end),
        renderOptions: { after: { contentText } },
      },
    ]);
    const changes =
      at === undefined
        ? []
        : [
            {
              range: rangeOf(document, at, edit.from.length),
              renderOptions: { after: { contentText: edit.to } },
            },
          ];
    editor.setDecorations(this.#change, changes);
    this.#tell(at === undefined ? "" : questionText(edit), contentText);
  }

  dispose(): void {
    this.show(undefined);
    this.#disposables.dispose();
  }

  #tell(question: string, count: string): void {
    if (question !== "") {
      window.setStatusBarMessage(question, 5_000);
    }
    const text = `${question} ${count}`.trim();
    if (this.#told !== text) {
      tellReader(text);
    }
    this.#told = text;
  }
}

/** A screen reader reads no decoration and no status bar, but a notification. */
export function tellReader(text: string): void {
  const settings = vscode.workspace.getConfiguration("editor");
  if (settings.get("accessibilitySupport") === "on") {
    void window.showInformationMessage(text);
  }
}

export function rangeOf(
  document: vscode.TextDocument,
  offset: number,
  length: number,
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

function questionText({ from, to }: Replacement): string {
  return l10n.t("Replace “{0}” with “{1}”? Tab replaces, Escape ends.", from, to);
}

function countText({ at, more, files }: Marked): string {
  const counts = [
    ...(more === 0 ? [] : [more === 1 ? l10n.t("1 more") : l10n.t("{0} more", String(more))]),
    ...(files === 0
      ? []
      : [files === 1 ? l10n.t("in 1 other file") : l10n.t("in {0} other files", String(files))]),
  ].join(", ");
  if (at === undefined) {
    return l10n.t("{0}: Shift+Alt+T", counts);
  }
  return counts === ""
    ? l10n.t("Tab replaces")
    : l10n.t("Tab replaces, Shift+Alt+T passes, {0}", counts);
}
