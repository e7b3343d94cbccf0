import * as vscode from "vscode";

import { linesOf } from "../../../edits/fileLines.ts";
import { applyHunks, type Hunk, lineDiff } from "../../../edits/lineDiff.ts";
import { hunksAfter, rebaseHunks } from "../../../edits/review/rebaseHunks.ts";
import { reviewLayout, type ReviewLayout } from "../../../edits/review/reviewLayout.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import { replaceLines } from "../replaceLines.ts";

export interface OpenHunk extends Hunk {
  readonly id: number;
}

export interface Decision {
  readonly isDone: boolean;
  /** Changes dropped because their lines were edited meanwhile. */
  readonly lost: number;
}

/** The document's lines now, and after all open changes. */
export interface ReviewTexts {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The document already has the proposed lines and `after` the earlier ones: accepting keeps, rejecting writes. */
  readonly isInPlace?: boolean;
  readonly firstId?: number;
}

/** First row of a shown change, and the row after its last. */
export interface ChangePlace {
  readonly start: number;
  readonly end: number;
}

/**
 * Proposed changes of one document. Only decisions write it. When it changes otherwise, open changes move with their
 * lines; changes of edited lines are dropped.
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

  get other(): string {
    return applyHunks(this.#base, this.#hunks).join("\n");
  }

  /** After this, the document contains these changes. */
  accept(ids: readonly number[]): Promise<Decision> {
    return this.#isInPlace ? this.#letGo(ids) : this.#write(ids);
  }

  /** After this, the document does not contain these changes. */
  reject(ids: readonly number[]): Promise<Decision> {
    return this.#isInPlace ? this.#write(ids) : this.#letGo(ids);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
  }

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
