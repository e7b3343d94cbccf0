import * as vscode from "vscode";

import { EditUnderWay, placesOf, type Replacement } from "../../completion/repeat/repeatedEdit.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { RepeatStep } from "./completionAccess.ts";

const { l10n, window } = vscode;

const contextKey = "aiHub.repeatEdit";
const pauseMs = 600;
const maxUnits = 500_000;

interface Found {
  readonly editor: vscode.TextEditor;
  readonly edit: Replacement;
  /** Offsets of the old text in the file. */
  readonly places: readonly number[];
  /** Places about which the person has decided. */
  readonly passed: readonly { readonly start: number; readonly end: number }[];
  /** The place that is shown with its change. */
  readonly at?: number;
}

/** Offers the last edit again where its old text stands; the person accepts or passes each place. */
export class RepeatEdits implements Disposable {
  readonly #clock: Clock;
  readonly #isOn: () => boolean;
  readonly #disposables = new DisposableStore();
  readonly #underWay = new EditUnderWay();
  readonly #count = this.#disposables.add(
    window.createTextEditorDecorationType({
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      after: {
        color: new vscode.ThemeColor("editorCodeLens.foreground"),
        margin: "0 0 0 2em",
      },
    }),
  );
  readonly #change = this.#disposables.add(
    window.createTextEditorDecorationType({
      textDecoration: "line-through",
      backgroundColor: new vscode.ThemeColor("diffEditor.removedTextBackground"),
      after: {
        color: new vscode.ThemeColor("editor.foreground"),
        backgroundColor: new vscode.ThemeColor("diffEditor.insertedTextBackground"),
      },
    }),
  );
  #text = "";
  #found: Found | undefined;
  #isApplying = false;
  #stopTimer: (() => void) | undefined;

  constructor(clock: Clock, isOn: () => boolean) {
    this.#clock = clock;
    this.#isOn = isOn;
    const all = [
      vscode.workspace.onDidChangeTextDocument((event) => this.#changed(event)),
      window.onDidChangeActiveTextEditor(() => this.restart()),
    ];
    for (const one of all) {
      this.#disposables.add(one);
    }
    this.restart();
  }

  async step(step: RepeatStep): Promise<void> {
    if (step === "end") {
      this.end();
    } else if (step === "next") {
      this.#showNext(this.#found);
    } else {
      await this.#apply();
    }
  }

  /** Forgets the edit and reads the active file. */
  restart(): void {
    this.end();
    this.#text = this.#textOf(window.activeTextEditor?.document);
  }

  end(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#underWay.forget();
    this.#show(undefined);
  }

  dispose(): void {
    this.end();
    this.#disposables.dispose();
  }

  #changed({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const editor = window.activeTextEditor;
    if (editor?.document !== document || contentChanges.length === 0) {
      return;
    }
    const before = this.#text;
    this.#text = this.#textOf(document);
    if (this.#isApplying) {
      return;
    }
    const [change, ...others] = contentChanges;
    if (!change || others.length > 0 || reason !== undefined || before === "" || !this.#isOn()) {
      this.end();
      return;
    }
    const { rangeOffset: offset, rangeLength: removed, text } = change;
    this.#underWay.add(before, { offset, removed, text });
    this.#show(undefined);
    this.#stopTimer?.();
    this.#stopTimer = this.#clock.startTimer(() => this.#find(editor), pauseMs);
  }

  #find(editor: vscode.TextEditor): void {
    const edit = this.#underWay.replacement(this.#text);
    const places = edit ? placesOf(edit, this.#text, "alike") : [];
    this.#show(edit && places.length > 0 ? { editor, edit, places, passed: [] } : undefined);
  }

  /** The file's text; empty while switched off, and for a file that is too large to be searched at each pause. */
  #textOf(document: vscode.TextDocument | undefined): string {
    const text = this.#isOn() ? (document?.getText() ?? "") : "";
    return text.length > maxUnits ? "" : text;
  }

  /** Passes the shown place, if there is one. */
  #showNext(found: Found | undefined): void {
    if (!found) {
      return;
    }
    const { editor, edit, places, at } = found;
    const passed = at === undefined ? found.passed : [...found.passed, { start: at, end: at + 1 }];
    const left = openPlaces({ places, passed });
    const from = at ?? editor.document.offsetAt(editor.selection.active);
    const next = left.find((place) => place >= from) ?? left[0];
    if (next === undefined) {
      this.end();
      return;
    }
    this.#show({ ...found, passed, at: next });
    const place = editor.document.positionAt(next);
    editor.selection = new vscode.Selection(place, place);
    editor.revealRange(
      new vscode.Range(place, place),
      vscode.TextEditorRevealType.InCenterIfOutsideViewport,
    );
    window.setStatusBarMessage(
      l10n.t("Replace “{0}” with “{1}”? Tab replaces, Escape ends.", edit.from, edit.to),
      5_000,
    );
  }

  async #apply(): Promise<void> {
    const found = this.#found;
    if (found?.at === undefined) {
      return;
    }
    const { editor, edit, at } = found;
    this.#isApplying = true;
    let isDone = false;
    try {
      const range = rangeOf(editor.document, at, edit.from.length);
      isDone = await editor.edit((builder) => builder.replace(range, edit.to));
    } finally {
      this.#isApplying = false;
    }
    if (!isDone || this.#found !== found) {
      this.end();
      return;
    }
    const moved = (place: number): number =>
      place > at ? place + edit.to.length - edit.from.length : place;
    const own = { ...edit, offset: moved(edit.offset) };
    const passed = found.passed.map(({ start, end }) => ({ start: moved(start), end: moved(end) }));
    // One repetition proves the intention: places between other words count from now on.
    this.#showNext({
      editor,
      edit: own,
      passed: [...passed, { start: at, end: at + edit.to.length }],
      places: placesOf(own, this.#text, "all"),
    });
  }

  #show(found: Found | undefined): void {
    const shown = this.#found?.editor;
    const state = stateOf(found);
    if (state !== stateOf(this.#found)) {
      void vscode.commands.executeCommand("setContext", contextKey, state);
    }
    if (shown && shown !== found?.editor) {
      shown.setDecorations(this.#count, []);
      shown.setDecorations(this.#change, []);
    }
    this.#found = found;
    if (!found) {
      return;
    }
    const { editor, edit, at, places, passed } = found;
    const { document } = editor;
    const left = openPlaces({ places, passed }).filter((place) => place !== at).length;
    const line = document.lineAt(document.positionAt(at ?? edit.offset + edit.to.length).line);
    const text = at === undefined ? foundText(left) : leftText(left);
    editor.setDecorations(this.#count, [
      {
        range: new vscode.Range(line.range.end, line.range.end),
        renderOptions: { after: { contentText: text } },
      },
    ]);
    editor.setDecorations(
      this.#change,
      at === undefined
        ? []
        : [
            {
              range: rangeOf(document, at, edit.from.length),
              renderOptions: { after: { contentText: edit.to } },
            },
          ],
    );
  }
}

/** The value of the context key, for key bindings. */
function stateOf(found: Found | undefined): "" | "found" | "shown" {
  return found === undefined ? "" : found.at === undefined ? "found" : "shown";
}

function openPlaces({ places, passed }: Pick<Found, "places" | "passed">): readonly number[] {
  return places.filter((place) => !passed.some(({ start, end }) => place >= start && place < end));
}

function foundText(count: number): string {
  return count === 1
    ? l10n.t("1 more: Shift+Alt+T")
    : l10n.t("{0} more: Shift+Alt+T", String(count));
}

function leftText(count: number): string {
  return count === 0
    ? l10n.t("Tab replaces")
    : l10n.t("Tab replaces, Shift+Alt+T passes, {0} more", String(count));
}

function rangeOf(document: vscode.TextDocument, offset: number, length: number): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
