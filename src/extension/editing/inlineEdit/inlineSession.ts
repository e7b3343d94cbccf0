import * as vscode from "vscode";

import { linesOf } from "../../../edits/fileLines.ts";
import { type Hunk, lineDiff } from "../../../edits/lineDiff.ts";
import { CodeStream } from "../../../edits/review/codeStream.ts";
import { overwrite } from "../../../edits/review/overwrite.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import { replaceLines, textEdits } from "../replaceLines.ts";
import { ChangeReview } from "../review/changeReview.ts";
import { changesOf, type InlineChange } from "./inlineChanges.ts";
import type { WriteQueue } from "./writeQueue.ts";

const drawEveryMs = 80;
const maxAttempts = 3;

export type InlineState = "streaming" | "review" | "ended";

export type InlineOutcome =
  | { readonly kind: "changes" | "same" | "nothing" }
  | { readonly kind: "words"; readonly words: string };

export interface InlineSessionOptions {
  readonly id: number;
  readonly instruction: string;
  readonly now: () => number;
  readonly queue: WriteQueue;
}

/**
 * Streams new lines into a part of a document, as one undo step. The document always holds usable code: new lines
 * overwrite old ones from the top, and old lines are kept until each change is decided.
 */
export class InlineSession implements Disposable {
  readonly document: vscode.TextDocument;
  readonly before: readonly string[];
  readonly instruction: string;
  /** Also the first id of its changes. */
  readonly id: number;
  readonly #queue: WriteQueue;
  readonly #controller = new AbortController();
  readonly #didChange = new Emitter<undefined>();
  readonly #subscription: vscode.Disposable;
  readonly #now: () => number;
  #start: number;
  #shown: readonly string[];
  #length: number;
  #review: ChangeReview | undefined;
  #state: InlineState = "streaming";
  #isWriting = false;
  #hasWritten = false;
  #isStopped = false;

  readonly onDidChange = this.#didChange.event;

  constructor(
    document: vscode.TextDocument,
    range: { readonly start: number; readonly end: number },
    { id, instruction, now, queue }: InlineSessionOptions,
  ) {
    this.document = document;
    this.id = id;
    this.#queue = queue;
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

  get start(): number {
    return this.#start;
  }

  get length(): number {
    return this.#length;
  }

  get review(): ChangeReview | undefined {
    return this.#state === "review" ? this.#review : undefined;
  }

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

  /** Rejects if the answer does, after restoring the old lines. */
  async run(answer: AsyncIterable<string>): Promise<InlineOutcome> {
    const stream = new CodeStream();
    let drawnAt = this.#now();
    let hasText = false;
    try {
      for await (const text of answer) {
        if (this.#state !== "streaming") {
          return { kind: "changes" };
        }
        hasText ||= text.trim() !== "";
        stream.append(text);
        if (this.#now() - drawnAt >= drawEveryMs) {
          await this.#show(overwrite(this.before, stream.lines));
          drawnAt = this.#now();
        }
      }
      const code = stream.finish();
      await this.#show(code ?? this.before);
      if (this.#beginReview()) {
        return { kind: "changes" };
      }
      return code
        ? { kind: "same" }
        : hasText
          ? { kind: "words", words: stream.words }
          : { kind: "nothing" };
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Undecided changes stay in the document. */
  accept(): void {
    this.#setState("ended");
  }

  /** Stops a streaming answer and restores the old lines; later does nothing. */
  async stop(): Promise<void> {
    if (this.#state !== "streaming") {
      return;
    }
    this.#isStopped = true;
    this.#controller.abort();
    try {
      await this.#queue.add(() => this.#write(this.before));
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
      firstId: this.id,
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
    await this.#queue.add(async () => {
      if (!this.#isStopped) {
        await this.#write(lines);
      }
    });
  }

  /** Retries: the editor refuses an edit if the document changed at the same moment. */
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

  #stillStandsIn(lines: readonly string[]): boolean {
    return this.#shown.every((line, row) => lines[this.#start + row] === line);
  }

  /** One undo step in a visible editor; otherwise each edit is its own step. */
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
   * Edits outside the part move it. An edit inside ends a streaming session, and the person continues. During the
   * review an inside edit changes the length only; the review decides which changes it affects.
   */
  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const isOwn = document.uri.toString() === this.document.uri.toString();
    if (!isOwn || this.#isWriting || contentChanges.length === 0) {
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
