import * as vscode from "vscode";

import { lineDiff } from "../../../chat/apply/lineDiff.ts";
import type { Disposable } from "../../../shared/lifecycle.ts";
import type { InlineSession } from "./inlineSession.ts";

const maxGhost = 100;

/** What is new in the part, and in pale letters at its place what it replaced. */
export class InlineColors implements Disposable {
  readonly #added = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("diffEditor.insertedLineBackground"),
    overviewRulerColor: new vscode.ThemeColor("diffEditorOverview.insertedForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  readonly #removed = vscode.window.createTextEditorDecorationType({});
  readonly #busy = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });

  draw(session: InlineSession): void {
    for (const editor of editorsOf(session.document)) {
      const isBusy = session.state === "streaming";
      const ended = session.state === "ended";
      editor.setDecorations(this.#busy, isBusy ? wholePart(session) : []);
      editor.setDecorations(this.#added, ended ? [] : addedLines(session));
      editor.setDecorations(this.#removed, ended || isBusy ? [] : removedLines(session, editor));
    }
  }

  dispose(): void {
    this.#added.dispose();
    this.#removed.dispose();
    this.#busy.dispose();
  }
}

function editorsOf(document: vscode.TextDocument): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
}

function wholePart({ start, shown }: InlineSession): vscode.Range[] {
  return [new vscode.Range(start, 0, start + Math.max(0, shown.length - 1), 0)];
}

function addedLines({ before, shown, start }: InlineSession): vscode.Range[] {
  return addedRuns(before, shown).map(
    ([first, last]) => new vscode.Range(start + first, 0, start + last, 0),
  );
}

/** First and last row of each run of new lines. */
function addedRuns(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  let growth = 0;
  return lineDiff(before, after).flatMap(({ start, removed, added }) => {
    const first = start + growth;
    growth += added.length - removed.length;
    return added.length === 0 ? [] : [[first, first + added.length - 1] as const];
  });
}

function removedLines(
  { before, shown, start }: InlineSession,
  { document }: vscode.TextEditor,
): vscode.DecorationOptions[] {
  let growth = 0;
  return lineDiff(before, shown).flatMap((hunk) => {
    const row = Math.min(start + hunk.start + growth, document.lineCount - 1);
    growth += hunk.added.length - hunk.removed.length;
    if (hunk.removed.length === 0) {
      return [];
    }
    const place = document.lineAt(row).range.end;
    const hover = new vscode.MarkdownString();
    hover.appendCodeblock(hunk.removed.join("\n"), document.languageId);
    return {
      range: new vscode.Range(place, place),
      hoverMessage: hover,
      renderOptions: { after: ghost(hunk.removed) },
    };
  });
}

function ghost(removed: readonly string[]): vscode.ThemableDecorationAttachmentRenderOptions {
  const [first = "", ...rest] = removed.map((line) => line.trim()).filter((line) => line !== "");
  const more = rest.length === 0 ? "" : ` (+${rest.length})`;
  return {
    contentText: `− ${first.slice(0, maxGhost)}${more}`,
    color: new vscode.ThemeColor("editorGhostText.foreground"),
    margin: "0 0 0 3ch",
    fontStyle: "italic",
  };
}
