import * as vscode from "vscode";

import { EditUnderWay, placesOf, type Replacement } from "../../completion/repeat/repeatedEdit.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { RepeatStep } from "./completionAccess.ts";
import { textWithin } from "./documentText.ts";
import type { RepeatFiles } from "./repeatFiles.ts";
import { rangeOf, RepeatMarks } from "./repeatMarks.ts";

const { window, workspace } = vscode;

const pauseMs = 600;
const maxUnits = 500_000;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Found {
  readonly editor: vscode.TextEditor;
  readonly edit: Replacement;
  /** Offsets of the old text in the file. */
  readonly places: readonly number[];
  /** The edit itself, and places about which the person has decided. */
  readonly passed: readonly Span[];
  /** The place that is shown with its change. */
  readonly at?: number;
  /** Further files with the old text. */
  readonly others: readonly vscode.Uri[];
  /** Files that were shown. */
  readonly seen: readonly vscode.TextDocument[];
  readonly isRepeated: boolean;
}

export interface RepeatEditsDeps {
  readonly clock: Clock;
  readonly files: Pick<RepeatFiles, "find">;
  readonly isOn: () => boolean;
  readonly onState: (state: "" | "found" | "shown") => void;
}

/** Offers the last edit again where its old text stands; the person accepts or passes each place. */
export class RepeatEdits implements Disposable {
  readonly #deps: RepeatEditsDeps;
  readonly #disposables = new DisposableStore();
  readonly #underWay = new EditUnderWay();
  readonly #marks = this.#disposables.add(new RepeatMarks());
  #text = "";
  #found: Found | undefined;
  /** The last edit that could be repeated, and where it was made. */
  #last = { edit: "", place: "" };
  /** Incremented when a search for files is out of date. */
  #round = 0;
  #isApplying = false;
  #isJumping = false;
  #stopTimer: (() => void) | undefined;

  constructor(deps: RepeatEditsDeps) {
    this.#deps = deps;
    const all = [
      workspace.onDidChangeTextDocument((event) => this.#changed(event)),
      window.onDidChangeActiveTextEditor((editor) => this.#left(editor)),
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
      await this.#showNext(this.#found);
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

  #left(editor: vscode.TextEditor | undefined): void {
    if (!this.#isJumping && (!editor || editor !== this.#found?.editor)) {
      this.restart();
    }
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
    if (
      !change ||
      others.length > 0 ||
      reason !== undefined ||
      before === "" ||
      !this.#deps.isOn()
    ) {
      this.end();
      return;
    }
    const { rangeOffset: offset, rangeLength: removed, text } = change;
    this.#underWay.add(before, { offset, removed, text });
    this.#show(undefined);
    this.#stopTimer?.();
    this.#stopTimer = this.#deps.clock.startTimer(() => this.#find(editor), pauseMs);
  }

  #find(editor: vscode.TextEditor): void {
    const edit = this.#underWay.replacement(this.#text);
    if (!edit) {
      this.#show(undefined);
      return;
    }
    const { from, to, offset } = edit;
    const last = this.#last;
    const place = `${String(editor.document.uri)} ${offset}`;
    this.#last = { edit: `${from}\n${to}`, place };
    const isRepeated = last.edit === this.#last.edit && last.place !== place;
    const places = placesOf(edit, this.#text, "alike");
    const passed = [{ start: offset, end: offset + to.length }];
    const seen = [editor.document];
    const found = { editor, edit, places, passed, others: [], seen, isRepeated };
    this.#show(openPlaces(found).length > 0 ? found : undefined);
    void this.#findOthers(found);
  }

  /** Adds other files to what is shown by then. */
  async #findOthers(found: Found): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const { edit, seen, isRepeated } = found;
    const others = await this.#deps.files.find(edit, seen, isRepeated);
    if (round === this.#round && others.length > 0) {
      this.#show({ ...(this.#found ?? found), others });
    }
  }

  /** The file's text; empty while switched off, and for a file that is too large to be searched at each pause. */
  #textOf(document: vscode.TextDocument | undefined): string {
    return document && this.#deps.isOn() ? textWithin(document, maxUnits) : "";
  }

  /** Passes the shown place, if there is one. */
  async #showNext(found: Found | undefined): Promise<void> {
    if (!found) {
      return;
    }
    const { editor, at } = found;
    const passed = at === undefined ? found.passed : [...found.passed, { start: at, end: at + 1 }];
    const left = openPlaces({ ...found, passed });
    const from = at ?? editor.document.offsetAt(editor.selection.active);
    const next = left.find((place) => place >= from) ?? left[0];
    if (next === undefined) {
      await this.#jump(found);
    } else {
      this.#showAt({ ...found, passed, at: next });
    }
  }

  #showAt(found: Found & { readonly at: number }): void {
    const { editor, at } = found;
    this.#show(found);
    const place = editor.document.positionAt(at);
    editor.selection = new vscode.Selection(place, place);
    editor.revealRange(
      new vscode.Range(place, place),
      vscode.TextEditorRevealType.InCenterIfOutsideViewport,
    );
  }

  /** Shows the first place of the next file that still has one. */
  async #jump(found: Found): Promise<void> {
    const { edit, others } = found;
    this.#round += 1;
    const round = this.#round;
    this.#isJumping = true;
    try {
      for (const [index, uri] of others.entries()) {
        const document = await workspace.openTextDocument(uri);
        const places = placesOf(edit, this.#textOf(document), "alike");
        const [at] = places;
        if (at !== undefined && round === this.#round) {
          const editor = await window.showTextDocument(document);
          this.#text = this.#textOf(document);
          this.#underWay.forget();
          const seen = [...found.seen, document];
          const rest = others.slice(index + 1);
          this.#showAt({ ...found, editor, places, passed: [], others: rest, seen, at });
          return;
        }
      }
    } finally {
      this.#isJumping = false;
    }
    this.end();
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
    if (!isDone || this.#found?.at !== at || this.#found.editor !== editor) {
      this.end();
      return;
    }
    const moved = (place: number): number =>
      place > at ? place + edit.to.length - edit.from.length : place;
    const own = { ...edit, offset: moved(edit.offset) };
    const passed = found.passed.map(({ start, end }) => ({ start: moved(start), end: moved(end) }));
    const { at: _at, ...rest } = this.#found;
    const next = {
      ...rest,
      edit: own,
      passed: [...passed, { start: at, end: at + edit.to.length }],
      // One repetition proves the intention: places between other words count from now on.
      places: placesOf(own, this.#text, "all"),
      isRepeated: true,
    };
    // The next place may be in a file that is not found yet; until then Tab changes nothing.
    this.#show(next);
    if (!found.isRepeated) {
      await this.#findOthers(next);
    }
    await this.#showNext(this.#found);
  }

  #show(found: Found | undefined): void {
    this.#deps.onState(found === undefined ? "" : found.at === undefined ? "found" : "shown");
    this.#found = found;
    if (!found) {
      this.#round += 1;
      this.#marks.show(undefined);
      return;
    }
    const more = openPlaces(found).filter((place) => place !== found.at).length;
    this.#marks.show({ ...found, more, files: found.others.length });
  }
}

function openPlaces({ edit, places, passed }: Found): readonly number[] {
  const { length } = edit.from;
  return places.filter(
    (place) => !passed.some(({ start, end }) => place < end && place + length > start),
  );
}
