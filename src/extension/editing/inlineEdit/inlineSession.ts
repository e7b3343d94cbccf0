import * as vscode from "vscode";

import { CodeStream } from "../../../chat/apply/codeStream.ts";
import { linesOf } from "../../../chat/apply/fileLines.ts";
import { type Hunk, lineDiff } from "../../../chat/apply/lineDiff.ts";
import { overwrite } from "../../../chat/apply/overwrite.ts";
import { Emitter } from "../../../shared/emitter.ts";
import type { Disposable } from "../../../shared/lifecycle.ts";
import { replaceLines, textEdits } from "../replaceLines.ts";

/** Between two drawings of what has come, in milliseconds. */
const drawEveryMs = 80;
const maxAttempts = 3;

export type InlineState = "streaming" | "review" | "ended";

/**
 * New lines for a part of a document, written into it as they come and as one step that can be undone. The document
 * is always code that could stay: the old lines are kept here until the person decides.
 */
export class InlineSession implements Disposable {
  readonly document: vscode.TextDocument;
  readonly before: readonly string[];
  readonly instruction: string;
  readonly #controller = new AbortController();
  readonly #didChange = new Emitter<undefined>();
  readonly #subscription: vscode.Disposable;
  readonly #now: () => number;
  #start: number;
  #shown: readonly string[];
  #state: InlineState = "streaming";
  #isWriting = false;
  #hasWritten = false;
  #isRejected = false;
  #writing: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#didChange.event;

  constructor(
    document: vscode.TextDocument,
    range: { readonly start: number; readonly end: number },
    { instruction, now }: { readonly instruction: string; readonly now: () => number },
  ) {
    this.document = document;
    this.instruction = instruction;
    this.#now = now;
    this.#start = range.start;
    this.before = linesOf(document.getText()).slice(range.start, range.end);
    this.#shown = this.before;
    this.#subscription = vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event));
  }

  get state(): InlineState {
    return this.#state;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** First row of the part in the document. */
  get start(): number {
    return this.#start;
  }

  /** The lines that stand there now. */
  get shown(): readonly string[] {
    return this.#shown;
  }

  /**
   * Writes an answer as it comes; whether there was one. Rejects as the answer does, with everything as it was before.
   */
  async run(answer: AsyncIterable<string>): Promise<boolean> {
    const stream = new CodeStream();
    let drawnAt = this.#now();
    let hasText = false;
    try {
      for await (const text of answer) {
        if (this.#state !== "streaming") {
          return true;
        }
        hasText ||= text.trim() !== "";
        stream.append(text);
        if (this.#now() - drawnAt >= drawEveryMs) {
          await this.#show(overwrite(this.before, stream.lines));
          drawnAt = this.#now();
        }
      }
      await this.#show(hasText ? stream.finish() : this.before);
      this.#setState(hasText ? "review" : "ended");
      return hasText;
    } catch (error) {
      await this.reject();
      throw error;
    }
  }

  /** The new lines stay. */
  accept(): void {
    this.#setState("ended");
  }

  /** The old lines come back. While the answer comes, this also stops it. */
  async reject(): Promise<void> {
    if (this.#state === "ended") {
      return;
    }
    this.#isRejected = true;
    this.#controller.abort();
    try {
      await this.#inOrder(() => this.#write(this.before));
    } finally {
      this.#setState("ended");
    }
  }

  dispose(): void {
    this.#controller.abort();
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

  async #show(lines: readonly string[]): Promise<void> {
    await this.#inOrder(async () => {
      if (!this.#isRejected) {
        await this.#write(lines);
      }
    });
  }

  /** One write at a time: each begins with what the one before it left. */
  async #inOrder(write: () => Promise<void>): Promise<void> {
    const writing = this.#writing.then(write);
    // Whoever began it is told; the next one begins all the same.
    this.#writing = writing.catch(() => undefined);
    await writing;
  }

  /** The editor refuses an edit if something else changed the document just then; then it is tried again. */
  async #write(lines: readonly string[]): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const now = linesOf(this.document.getText());
      if (this.#state === "ended" || !this.#stillStandsIn(now)) {
        this.#end();
        return;
      }
      this.#isWriting = true;
      const isDone = await this.#edit(now, this.#hunksTo(lines));
      this.#isWriting = false;
      if (isDone) {
        this.#shown = lines;
        this.#didChange.fire(undefined);
        return;
      }
    }
    throw new Error("The editor refused the edit");
  }

  #hunksTo(lines: readonly string[]): readonly Hunk[] {
    return lineDiff(this.#shown, lines).map((hunk) => ({
      ...hunk,
      start: hunk.start + this.#start,
    }));
  }

  /** Whether the part is as it was left; if not, it is the person's now. */
  #stillStandsIn(lines: readonly string[]): boolean {
    return this.#shown.every((line, row) => lines[this.#start + row] === line);
  }

  /** In the editor all edits are one step to undo; where it is not shown, the editor makes each its own. */
  async #edit(lines: readonly string[], hunks: readonly Hunk[]): Promise<boolean> {
    if (hunks.length === 0) {
      return true;
    }
    const editor = vscode.window.visibleTextEditors.find(
      (visible) => visible.document === this.document,
    );
    if (!editor) {
      return await replaceLines(this.document, lines, hunks);
    }
    const isDone = await editor.edit(
      (edit) => {
        for (const { range, newText } of textEdits(this.document, lines, hunks)) {
          edit.replace(range, newText);
        }
      },
      { undoStopBefore: !this.#hasWritten, undoStopAfter: false },
    );
    this.#hasWritten ||= isDone;
    return isDone;
  }

  /** What the person does elsewhere moves the part; a change inside it is a decision to go on from there. */
  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (document !== this.document || this.#isWriting || contentChanges.length === 0) {
      return;
    }
    for (const { range, text } of contentChanges) {
      const growth = linesOf(text).length - 1 - (range.end.line - range.start.line);
      if (
        range.end.line < this.#start ||
        (range.end.line === this.#start && range.end.character === 0)
      ) {
        this.#start += growth;
      } else if (range.start.line < this.#start + Math.max(1, this.#shown.length)) {
        this.#end();
        return;
      }
    }
    this.#didChange.fire(undefined);
  }

  #end(): void {
    this.#controller.abort();
    this.#setState("ended");
  }

  #setState(state: InlineState): void {
    if (this.#state !== "ended" && this.#state !== state) {
      this.#state = state;
      this.#didChange.fire(undefined);
    }
  }
}
