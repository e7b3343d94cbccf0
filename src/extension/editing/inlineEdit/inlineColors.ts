import * as vscode from "vscode";

import type { Disposable } from "../../../shared/base/lifecycle.ts";
import type { InlineSession } from "./inlineSession.ts";

const maxGhost = 100;

type Drawn = Pick<InlineSession, "state" | "start" | "length" | "changes">;

export class InlineColors implements Disposable {
  readonly #added = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("diffEditor.insertedLineBackground"),
    // For high contrast, which has no background colour; transparent in other themes.
    borderColor: new vscode.ThemeColor("diffEditor.insertedTextBorder"),
    borderStyle: "dashed",
    borderWidth: "1px",
    overviewRulerColor: new vscode.ThemeColor("diffEditorOverview.insertedForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  readonly #removed = vscode.window.createTextEditorDecorationType({});
  readonly #busy = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });

  /** Draws all sessions of the document. */
  draw(document: vscode.TextDocument, sessions: readonly Drawn[]): void {
    const busy = sessions.filter(({ state }) => state === "streaming");
    const decided = sessions.filter(({ state }) => state !== "streaming");
    for (const editor of editorsOf(document)) {
      editor.setDecorations(this.#busy, busy.flatMap(wholePart));
      editor.setDecorations(this.#added, sessions.flatMap(addedLines));
      editor.setDecorations(
        this.#removed,
        decided.flatMap((session) => removedLines(session, editor)),
      );
    }
  }

  dispose(): void {
    this.#added.dispose();
    this.#removed.dispose();
    this.#busy.dispose();
  }
}

function editorsOf(document: vscode.TextDocument): readonly vscode.TextEditor[] {
  // A reopened document is another object.
  const uri = document.uri.toString();
  return vscode.window.visibleTextEditors.filter(
    (editor) => editor.document.uri.toString() === uri,
  );
}

function wholePart({ start, length }: Drawn): vscode.Range[] {
  return [new vscode.Range(start, 0, start + Math.max(0, length - 1), 0)];
}

function addedLines({ changes }: Drawn): vscode.Range[] {
  return changes
    .filter(({ added }) => added > 0)
    .map(({ row, added }) => new vscode.Range(row, 0, row + added - 1, 0));
}

function removedLines(
  { changes }: Drawn,
  { document }: vscode.TextEditor,
): vscode.DecorationOptions[] {
  return changes
    .filter(({ removed }) => removed.length > 0)
    .map(({ row, removed }) => {
      const place = document.lineAt(Math.min(row, document.lineCount - 1)).range.end;
      const hover = new vscode.MarkdownString();
      hover.appendCodeblock(removed.join("\n"), document.languageId);
      return {
        range: new vscode.Range(place, place),
        hoverMessage: hover,
        renderOptions: { after: ghost(removed) },
      };
    });
}

function ghost(removed: readonly string[]): vscode.ThemableDecorationAttachmentRenderOptions {
  const [first = "", ...rest] = removed.map((line) => line.trim()).filter((line) => line !== "");
  const more = rest.length === 0 ? "" : ` (+${rest.length})`;
  return {
    contentText: `− ${first.slice(0, maxGhost)}${more}`,
    // Red in every theme, also in high contrast, which has no background for removed lines.
    color: new vscode.ThemeColor("errorForeground"),
    backgroundColor: new vscode.ThemeColor("diffEditor.removedTextBackground"),
    margin: "0 0 0 3ch",
    fontStyle: "italic",
  };
}
