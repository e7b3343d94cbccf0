import * as vscode from "vscode";

import type { HoleRequest } from "../../completion/moment.ts";
import {
  editWindow,
  type EditWindow,
  type NextEdit,
  readNextEdit,
  textsOf,
} from "../../completion/nextEdit/nextEdit.ts";
import { type LineEdit, RecentEdits } from "../../completion/nextEdit/recentEdits.ts";
import { linesOf } from "../../completion/textLines.ts";
import { AskFailure, type AskFailureKind } from "../../completion/usage/limits.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { RepeatStep } from "./completionAccess.ts";
import { textWithin } from "./documentText.ts";
import { sentPath } from "./fileGate.ts";
import { NextEditMarks } from "./nextEditMarks.ts";

const { window, workspace } = vscode;

const pauseMs = 1_500;
const maxUnits = 200_000;
const maxAnswerUnits = 8_000;
const maxAsked = 50;

export interface EditQuestion {
  readonly document: vscode.TextDocument;
  readonly window: EditWindow;
  readonly edits: readonly LineEdit[];
}

export interface NextEditDeps {
  readonly clock: Clock;
  readonly isOn: () => boolean;
  /** False if the file must not be sent, or the hub has no such requests. */
  readonly maySend: (document: vscode.TextDocument) => Promise<boolean>;
  /** False while another offer needs no model. */
  readonly isNeeded: () => boolean;
  /** Streams the answer; undefined if the limits allow no request now. */
  readonly ask: (question: EditQuestion, signal: AbortSignal) => AsyncIterable<string> | undefined;
  readonly onState: (state: "" | "found" | "shown") => void;
}

const maxTokens = 512;
const lasting: ReadonlySet<AskFailureKind> = new Set(["model", "denied", "refused"]);

/** The question as a request of completion. */
export function editHole({ document, window: around, edits }: EditQuestion): HoleRequest {
  const path = sentPath(document.uri);
  const { languageId: language } = document;
  return { path, language, ...textsOf(around), snippets: [], maxTokens, stop: [], edits };
}

interface Found {
  readonly editor: vscode.TextEditor;
  readonly version: number;
  readonly edit: NextEdit;
  readonly isShown: boolean;
}

/** Asks a model for the next edit near the cursor, after an edit and a pause, and changes nothing by itself. */
export class NextEdits implements Disposable {
  readonly #deps: NextEditDeps;
  readonly #disposables = new DisposableStore();
  readonly #recent = new RecentEdits();
  readonly #marks = this.#disposables.add(new NextEditMarks());
  /** States that were asked about; none is asked about twice. */
  #asked: readonly string[] = [];
  #base = "";
  /** True after a failure that lasts, until the settings or the hub change. */
  #isClosed = false;
  #found: Found | undefined;
  #request = new AbortController();
  #stopTimer: (() => void) | undefined;

  constructor(deps: NextEditDeps) {
    this.#deps = deps;
    this.#disposables.add(workspace.onDidChangeTextDocument((event) => this.#changed(event)));
    this.#disposables.add(window.onDidChangeActiveTextEditor(() => this.#restart()));
    this.#restart();
  }

  async step(step: RepeatStep): Promise<void> {
    const found = this.#found;
    if (step === "end" || !found || found.editor.document.version !== found.version) {
      this.end();
    } else if (step === "next") {
      this.#show({ ...found, isShown: true });
      const place = new vscode.Position(found.edit.line, 0);
      found.editor.selection = new vscode.Selection(place, place);
      found.editor.revealRange(
        new vscode.Range(place, place),
        vscode.TextEditorRevealType.InCenterIfOutsideViewport,
      );
    } else if (found.isShown) {
      await this.#apply(found);
    }
  }

  /** Forgets the edits and the states, as for another hub or other settings. */
  renew(): void {
    this.#recent.clear();
    this.#asked = [];
    this.#isClosed = false;
    this.#restart();
  }

  end(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#request.abort();
    this.#request = new AbortController();
    this.#show(undefined);
  }

  dispose(): void {
    this.end();
    this.#disposables.dispose();
  }

  #restart(): void {
    this.end();
    this.#base = this.#textOf(window.activeTextEditor?.document);
  }

  #textOf(document: vscode.TextDocument | undefined): string {
    return document && this.#deps.isOn() ? textWithin(document, maxUnits) : "";
  }

  #changed({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const editor = window.activeTextEditor;
    if (editor?.document !== document || contentChanges.length === 0) {
      return;
    }
    this.end();
    if (reason !== undefined || contentChanges.length > 1) {
      this.#base = this.#textOf(document);
    } else if (this.#deps.isOn() && !this.#isClosed) {
      const { clock } = this.#deps;
      this.#stopTimer = clock.startTimer(() => void this.#paused(editor), pauseMs);
    }
  }

  async #paused(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    const { signal } = this.#request;
    const before = this.#base;
    this.#base = this.#textOf(document);
    if (before === "" || this.#base === "" || !(await this.#deps.maySend(document))) {
      return;
    }
    if (signal.aborted) {
      return;
    }
    this.#recent.add(sentPath(document.uri), before, this.#base);
    const edits = this.#recent.list;
    const around = windowOf(editor, this.#base);
    const state = JSON.stringify([String(document.uri), around?.lines, edits]);
    const isOpen = edits.length > 0 && this.#deps.isNeeded();
    if (around && isOpen && !this.#asked.includes(state)) {
      await this.#ask(editor, { document, window: around, edits }, { state, signal });
    }
  }

  async #ask(
    editor: vscode.TextEditor,
    question: EditQuestion,
    { state, signal }: { readonly state: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const { version } = editor.document;
    const pieces = this.#deps.ask(question, signal);
    if (!pieces) {
      return;
    }
    this.#asked = [...this.#asked, state].slice(-maxAsked);
    // A next edit is only an offer, so a failure is not shown.
    const answer = await answerOf(pieces, signal, (error) => {
      this.#isClosed ||= error instanceof AskFailure && lasting.has(error.kind);
    });
    const edit = readNextEdit(answer, question.window);
    if (edit && !signal.aborted && editor.document.version === version) {
      this.#show({ editor, version, edit, isShown: false });
    }
  }

  async #apply({ editor, edit }: Found): Promise<void> {
    const { document } = editor;
    const { line, removed, added } = edit;
    const last = line + removed.length - 1;
    const whole = new vscode.Range(line, 0, last, document.lineAt(last).text.length);
    const isRest = added.length === 0 && last + 1 < document.lineCount;
    const range = isRest ? new vscode.Range(line, 0, last + 1, 0) : whole;
    this.#show(undefined);
    // The editor writes the document's own line ends.
    await editor.edit((builder) => builder.replace(range, added.join("\n")));
  }

  #show(found: Found | undefined): void {
    this.#found = found;
    this.#marks.show(found);
    this.#deps.onState(found === undefined ? "" : found.isShown ? "shown" : "found");
  }
}

/** Undefined with a selection or several cursors. */
function windowOf({ selections }: vscode.TextEditor, text: string): EditWindow | undefined {
  const [only, ...others] = selections;
  const { line, character: column } = only?.active ?? { line: 0, character: 0 };
  return only?.isEmpty === true && others.length === 0
    ? editWindow(linesOf(text), { line, column })
    : undefined;
}

/** Empty if the request failed or was cancelled. */
async function answerOf(
  pieces: AsyncIterable<string>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<string> {
  let answer = "";
  try {
    for await (const piece of pieces) {
      answer += piece;
      if (signal.aborted || answer.length > maxAnswerUnits) {
        return "";
      }
    }
  } catch (error) {
    onFailure(error);
    return "";
  }
  return answer;
}
