import * as vscode from "vscode";

import { linesOf } from "../../../edits/fileLines.ts";
import { applyHunks, type Hunk, lineDiff } from "../../../edits/lineDiff.ts";
import { hunksAfter, rebaseHunks } from "../../../edits/review/rebaseHunks.ts";
import { reviewLayout, type ReviewLayout } from "../../../edits/review/reviewLayout.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import { replaceLines } from "../replaceLines.ts";

/** A proposed change that the person has not decided on. */
export interface OpenHunk extends Hunk {
  readonly id: number;
}

export interface Decision {
  /** Whether the decided changes were written, or needed no write. */
  readonly isDone: boolean;
  /** Number of changes given up because their lines were changed meanwhile. */
  readonly lost: number;
}

/** The document's lines now, and its lines after all open changes. */
export interface ReviewTexts {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /**
   * The document already has the proposed lines and `after` has the earlier ones: accepting keeps
   * the lines, rejecting writes the earlier ones.
   */
  readonly isInPlace?: boolean;
  /** The id of the first change; a review that replaces another gives ids that were not used before. Default: 0. */
  readonly firstId?: number;
}

/** First row of a shown change, and the row after its last. */
export interface ChangePlace {
  readonly start: number;
  readonly end: number;
}

/**
 * Changes proposed for one document, each decided by the person. Only a decision writes the
 * document. When the document changes otherwise, the open changes move with their lines; changes to
 * edited lines are given up.
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

  /** Fires when the text to show or the open changes have changed. */
  readonly onDidChange = this.#didChange.event;

  constructor(target: vscode.Uri, { before, after, isInPlace = false, firstId = 0 }: ReviewTexts) {
    this.target = target;
    this.#isInPlace = isInPlace;
    this.#base = before;
    this.#hunks = lineDiff(before, after).map((hunk, index) => ({ ...hunk, id: firstId + index }));
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

  /** Where each change is shown: in the layout, or in the document if `isInPlace`. */
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

  /** The document's text after all open changes. */
  get other(): string {
    return applyHunks(this.#base, this.#hunks).join("\n");
  }

  /** Decides that the document has these changes. */
  accept(ids: readonly number[]): Promise<Decision> {
    return this.#isInPlace ? this.#letGo(ids) : this.#write(ids);
  }

  /** Decides that the document does not have these changes. */
  reject(ids: readonly number[]): Promise<Decision> {
    return this.#isInPlace ? this.#write(ids) : this.#letGo(ids);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

  /** Writes these changes as one undo step. */
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
