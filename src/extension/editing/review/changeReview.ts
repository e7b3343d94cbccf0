import * as vscode from "vscode";

import { linesOf } from "../../../chat/apply/fileLines.ts";
import { applyHunks, type Hunk, lineDiff } from "../../../chat/apply/lineDiff.ts";
import { hunksAfter, rebaseHunks } from "../../../chat/apply/rebaseHunks.ts";
import { reviewLayout, type ReviewLayout } from "../../../chat/apply/reviewLayout.ts";
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

/**
 * Changes proposed for one document. The document is touched by what is accepted and by nothing else; when it
 * changes otherwise, the proposal moves with its lines or gives them up.
 */
export class ChangeReview implements Disposable {
  readonly target: vscode.Uri;
  readonly #didChange = new Emitter<undefined>();
  readonly #subscription: vscode.Disposable;
  #base: readonly string[];
  #hunks: readonly OpenHunk[];
  #lost = 0;
  #isWriting = false;

  /** The text to show or the open changes are others now. */
  readonly onDidChange = this.#didChange.event;

  constructor(target: vscode.Uri, before: readonly string[], after: readonly string[]) {
    this.target = target;
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

  /** The document if all that is open were accepted. */
  get proposed(): string {
    return applyHunks(this.#base, this.#hunks).join("\n");
  }

  /** Puts these changes into the document, as one step that can be undone. */
  async accept(ids: readonly number[]): Promise<Decision> {
    const document = await vscode.workspace.openTextDocument(this.target);
    this.#follow(document);
    const accepted = this.#hunks.filter(({ id }) => ids.includes(id));
    this.#isWriting = true;
    const isDone = await replaceLines(document, this.#base, accepted);
    this.#isWriting = false;
    if (isDone) {
      const rest = hunksAfter(this.#hunks, accepted);
      this.#base = applyHunks(this.#base, accepted);
      this.#hunks = rest;
    }
    this.#follow(document);
    const lost = this.#lost;
    this.#lost = 0;
    this.#didChange.fire(undefined);
    return { isDone, lost };
  }

  reject(ids: readonly number[]): void {
    this.#hunks = this.#hunks.filter(({ id }) => !ids.includes(id));
    this.#didChange.fire(undefined);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#didChange.dispose();
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
