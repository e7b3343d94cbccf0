import * as vscode from "vscode";

import { CodeStream } from "../../../edits/codeStream.ts";
import { linesOf } from "../../../edits/fileLines.ts";
import { type Hunk, lineDiff } from "../../../edits/lineDiff.ts";
import { overwrite } from "../../../edits/overwrite.ts";
import { Emitter } from "../../../shared/emitter.ts";
import type { Disposable } from "../../../shared/lifecycle.ts";
import { replaceLines, textEdits } from "../replaceLines.ts";
import { ChangeReview } from "../review/changeReview.ts";
import { changesOf, type InlineChange } from "./inlineChanges.ts";

/** Between two drawings of what has come, in milliseconds. */
const drawEveryMs = 80;
const maxAttempts = 3;

export type InlineState = "streaming" | "review" | "ended";

/** What came of an answer: lines to decide about, the same lines again, or nothing. */
export type InlineOutcome = "changes" | "same" | "nothing";

/**
 * New lines for a part of a document, written into it as they come and as one step that can be undone. The document
 * is always code that could stay: the old lines are kept until the person decides, change by change.
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
  /** The lines that stand there while the answer comes. */
  #shown: readonly string[];
  #length: number;
  #review: ChangeReview | undefined;
  #state: InlineState = "streaming";
  #isWriting = false;
  #hasWritten = false;
  #isStopped = false;
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
    this.#length = this.before.length;
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

  /** How many lines stand there now. */
  get length(): number {
    return this.#length;
  }

  /** What waits for the person's word, once the answer is complete. */
  get review(): ChangeReview | undefined {
    return this.#state === "review" ? this.#review : undefined;
  }

  /** What is new in the document and not decided. */
  get changes(): readonly InlineChange[] {
    switch (this.#state) {
      case "streaming":
        return changesOf(this.before, this.#shown, this.#start);
      case "review":
        return (this.#review?.hunks ?? []).map(({ start, removed, added }) => ({
          row: start,
          added: removed.length,
          removed: added,
        }));
      case "ended":
        return [];
      default:
        return this.#state satisfies never;
    }
  }

  /** Writes an answer as it comes. Rejects as the answer does, with everything as it was before. */
  async run(answer: AsyncIterable<string>): Promise<InlineOutcome> {
    const stream = new CodeStream();
    let drawnAt = this.#now();
    let hasText = false;
    try {
      for await (const text of answer) {
        if (this.#state !== "streaming") {
          return "changes";
        }
        hasText ||= text.trim() !== "";
        stream.append(text);
        if (this.#now() - drawnAt >= drawEveryMs) {
          await this.#show(overwrite(this.before, stream.lines));
          drawnAt = this.#now();
        }
      }
      await this.#show(hasText ? stream.finish() : this.before);
      const hasChanges = this.#beginReview();
      return hasChanges ? "changes" : hasText ? "same" : "nothing";
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** What nobody decided about stays. */
  accept(): void {
    this.#setState("ended");
  }

  /** The old lines come back. While the answer comes, this also stops it. */
  async stop(): Promise<void> {
    if (this.#state !== "streaming") {
      return;
    }
    this.#isStopped = true;
    this.#controller.abort();
    try {
      await this.#inOrder(() => this.#write(this.before));
    } finally {
      this.#setState("ended");
    }
  }

  dispose(): void {
    this.#controller.abort();
    this.#review?.dispose();
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

  /** From here on each change is decided by itself; whether there is one. */
  #beginReview(): boolean {
    if (this.#state !== "streaming") {
      return true;
    }
    const now = linesOf(this.document.getText());
    const earlier = now.toSpliced(this.#start, this.#shown.length, ...this.before);
    const review = new ChangeReview(this.document.uri, {
      before: now,
      after: earlier,
      isInPlace: true,
    });
    const hasChanges = review.hunks.length > 0;
    this.#review = review;
    review.onDidChange(() => {
      if (review.hunks.length === 0) {
        this.#setState("ended");
      } else {
        this.#didChange.fire(undefined);
      }
    });
    this.#setState(hasChanges ? "review" : "ended");
    return hasChanges;
  }

  async #show(lines: readonly string[]): Promise<void> {
    await this.#inOrder(async () => {
      if (!this.#isStopped) {
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
        this.#length = lines.length;
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

  /**
   * What the person does elsewhere moves the part. A change inside it while the answer comes is a decision to go on
   * from there; later it is one about the lines that it touches, which the review sees.
   */
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
      } else if (range.start.line < this.#start + Math.max(1, this.#length)) {
        if (this.#state === "streaming") {
          this.#end();
          return;
        }
        this.#length = Math.max(0, this.#length + growth);
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
