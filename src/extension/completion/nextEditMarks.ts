import * as vscode from "vscode";

import type { NextEdit } from "../../completion/nextEdit/nextEdit.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import { addedStyle, hintStyle, removedStyle, tellReader } from "./repeatMarks.ts";

const { l10n, window } = vscode;

const maxShown = 300;

interface Marked {
  readonly editor: vscode.TextEditor;
  readonly edit: NextEdit;
  readonly isShown: boolean;
}

/** Draws that there is a next edit, and its difference: old lines struck out, new ones behind them. */
export class NextEditMarks implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #old = this.#disposables.add(window.createTextEditorDecorationType(removedStyle));
  readonly #new = this.#disposables.add(
    window.createTextEditorDecorationType({ after: { ...addedStyle, margin: "0 0 0 1em" } }),
  );
  readonly #hint = this.#disposables.add(window.createTextEditorDecorationType(hintStyle));
  #shown: vscode.TextEditor | undefined;

  show(marked: Marked | undefined): void {
    for (const type of [this.#hint, this.#old, this.#new]) {
      this.#shown?.setDecorations(type, []);
    }
    this.#shown = marked?.editor;
    if (!marked) {
      return;
    }
    const { editor, edit, isShown } = marked;
    const { line, removed, added } = edit;
    const hint = isShown
      ? l10n.t("Tab replaces, Escape ends")
      : l10n.t("Next edit in line {0}: Shift+Alt+T", String(line + 1));
    const at = isShown ? line + removed.length - 1 : editor.selection.active.line;
    const difference = new vscode.MarkdownString().appendCodeblock(
      [...removed.map((one) => `-${one}`), ...added.map((one) => `+${one}`)].join("\n"),
      "diff",
    );
    const end = (of: number): vscode.Range => {
      const { range } = editor.document.lineAt(of);
      return new vscode.Range(range.end, range.end);
    };
    if (isShown) {
      editor.setDecorations(
        this.#old,
        removed.map((text, index) => ({
          range: new vscode.Range(line + index, leadOf(text), line + index, text.length),
          hoverMessage: difference,
        })),
      );
      const contentText = drawn(added);
      editor.setDecorations(
        this.#new,
        contentText === "" ? [] : [{ range: end(at), renderOptions: { after: { contentText } } }],
      );
    }
    editor.setDecorations(this.#hint, [
      { range: end(at), hoverMessage: difference, renderOptions: { after: { contentText: hint } } },
    ]);
    tellReader(isShown ? `${added.join("\n")} ${hint}` : hint);
  }

  dispose(): void {
    this.show(undefined);
    this.#disposables.dispose();
  }
}

function leadOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** The lines as one, because a decoration has no line ends. */
function drawn(lines: readonly string[]): string {
  const text = lines.map((line) => line.trim()).join(" ⏎ ");
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
