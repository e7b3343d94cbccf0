import * as vscode from "vscode";

import { linesOf } from "../../../edits/fileLines.ts";
import { applyHunks, type Hunk, lineDiff } from "../../../edits/lineDiff.ts";
import { hunksAfter, rebaseHunks } from "../../../edits/rebaseHunks.ts";
import { reviewLayout, type ReviewLayout } from "../../../edits/reviewLayout.ts";
import { Emitter } from "../../../shared/emitter.ts";
import type { Disposable } from "../../../shared/lifecycle.ts";
import { replaceLines } from "../replaceLines.ts";

/** A change that waits for the person's word. */
export interface OpenHunk extends Hunk {
  readonly id: number;
}

export interface Decision {
  /** Whether the file has what was accepted. */
  readonly isDone: boolean;
  /** Changes that had to be given up because their lines were changed meanwhile. */
  readonly lost: number;
}

/** The lines that the document has now, and those that it would have by what is not there yet. */
export interface ReviewTexts {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /**
   * The document has the proposed lines already, and `after` are those that it had: what is rejected is written,
   * what is accepted stays.
   */
  readonly isInPlace?: boolean;
}

/** First row of a change where it is shown, and the row after its last. */
export interface ChangePlace {
  readonly start: number;
  readonly end: number;
}

/**
 * Changes proposed for one document, each of which waits for the person's word. The document is touched by that word
 * and by nothing else; when it changes otherwise, the proposal moves with its lines or gives them up.
 */
export class ChangeReview implements Disposable {
  readonly target: vscode.Uri;
  readonly #isInPlace: boolean;
  readonly #didChange = new Emitter<undefined>();
  readonly #subscription: vscode.Disposable;
  #base: readonly string[];
  #hunks: readonly OpenHunk[];
  #lost = 0;
  #isWriting = false;

  /** The text to show or the open changes are others now. */
  readonly onDidChange = this.#didChange.event;

  constructor(target: vscode.Uri, { before, after, isInPlace = false }: ReviewTexts) {
    this.target = target;
    this.#isInPlace = isInPlace;
    this.#base = before;
    this.#hunks = lineDiff(before, after).map((hunk, id) => ({ ...hunk, id }));
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() === target.toString()) {
        this.#follow(document);
      }
    });
  }

  get hunks(): readonly OpenHunk[] {
    return this.#hunks;
  }

  get layout(): ReviewLayout {
    return reviewLayout(this.#base, this.#hunks);
  }

  /** Where each change is shown: in the layout, or in the document that has it already. */
  get places(): readonly ChangePlace[] {
    if (!this.#isInPlace) {
      return this.layout.hunks;
    }
    const last = this.#base.length - 1;
    return this.#hunks.map(({ start, removed }) => ({
      start: Math.min(start, last),
      end: start + Math.max(1, removed.length),
    }));
  }

  /** The document if all that is open were written into it. */
  get other(): string {
    return applyHunks(this.#base, this.#hunks).join("\n");
  }

  /** These changes are in the document then. */
  accept(ids: readonly number[]): Promise<Decision> {
    return this.#isInPlace ? this.#letGo(ids) : this.#write(ids);
  }

  /** These changes are not in the document then. */
  reject(ids: readonly number[]): Promise<Decision> {
    return this.#isInPlace ? this.#write(ids) : this.#letGo(ids);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

  /** Writes these changes as one step that can be undone. */
  async #write(ids: readonly number[]): Promise<Decision> {
    const document = await vscode.workspace.openTextDocument(this.target);
    this.#follow(document);
    const written = this.#hunks.filter(({ id }) => ids.includes(id));
    this.#isWriting = true;
    const isDone = await replaceLines(document, this.#base, written);
    this.#isWriting = false;
    if (isDone) {
      const rest = hunksAfter(this.#hunks, written);
      this.#base = applyHunks(this.#base, written);
      this.#hunks = rest;
    }
    this.#follow(document);
    const lost = this.#lost;
    this.#lost = 0;
    this.#didChange.fire(undefined);
    return { isDone, lost };
  }

  #letGo(ids: readonly number[]): Promise<Decision> {
    this.#hunks = this.#hunks.filter(({ id }) => !ids.includes(id));
    this.#didChange.fire(undefined);
    return Promise.resolve({ isDone: true, lost: 0 });
  }

  #follow(document: vscode.TextDocument): void {
    if (this.#isWriting) {
      return;
    }
    const now = linesOf(document.getText());
    if (now.length === this.#base.length && now.every((line, row) => line === this.#base[row])) {
      return;
    }
    const { hunks, lost } = rebaseHunks(this.#base, now, this.#hunks);
    this.#base = now;
    this.#hunks = hunks;
    this.#lost += lost;
    this.#didChange.fire(undefined);
  }
}
