import * as vscode from "vscode";

import { linesOf } from "../../../edits/fileLines.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/lifecycle.ts";
import { baseName } from "../../../shared/text/baseName.ts";
import { InlineColors } from "../../editing/inlineEdit/inlineColors.ts";
import { ChangeReview, type OpenHunk } from "../../editing/review/changeReview.ts";
import { endRow, goTo, type Step } from "../../editing/review/changeSteps.ts";
import type { ReviewOwner } from "../../editing/review/reviewCommands.ts";
import { reviewLenses } from "../../editing/review/reviewLenses.ts";
import { tellUnchanged } from "../../editing/review/reviews.ts";
import type { VirtualTexts } from "../../editing/virtualTexts.ts";
import type { ChangeSource, PlaceTexts } from "./agentEditor.ts";
import { openBeside } from "./openBeside.ts";
import { isSame, isText, without, withoutMark } from "./placeTexts.ts";

const { l10n } = vscode;
const activeKey = "aiHub.runChanges";
const anyKey = "aiHub.agentChanges";

interface Tracked {
  readonly source: ChangeSource;
  readonly path: string;
}

interface Open extends Tracked {
  readonly review: ChangeReview;
  readonly texts: PlaceTexts;
  readonly places: readonly OpenHunk[];
  readonly kept: Set<number>;
}

/**
 * Changes of runs in open files, each place with Keep and Undo. Places move with their lines while the person types.
 * Decisions reach the checkpoints at once; a file with unsaved changes is not saved.
 */
export class RunReviews implements ReviewOwner, Disposable {
  readonly #uriOf: (path: string) => vscode.Uri;
  readonly #texts: VirtualTexts;
  /** By URI, newest source first: several chats may have changed one file. */
  readonly #tracked = new Map<string, readonly Tracked[]>();
  readonly #open = new Map<string, Open>();
  readonly #disposables = new DisposableStore();
  readonly #colors = this.#disposables.add(new InlineColors());
  readonly #lensesChanged = this.#disposables.add(new vscode.EventEmitter<void>());
  /** Never reused: a link drawn for an earlier review must not decide about another place. */
  #nextId = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(uriOf: (path: string) => vscode.Uri, texts: VirtualTexts) {
    this.#uriOf = uriOf;
    this.#texts = texts;
    const { scheme } = uriOf("/");
    for (const listening of [
      vscode.languages.registerCodeLensProvider(
        { scheme },
        {
          onDidChangeCodeLenses: this.#lensesChanged.event,
          provideCodeLenses: ({ uri }) => this.#lensesIn(uri),
        },
      ),
      vscode.window.onDidChangeVisibleTextEditors(() => void this.#lookAtAll()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#tellKeys()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => void this.#lookAt(document)),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#refresh(uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri.toString())),
    ]) {
      this.#disposables.add(listening);
    }
  }

  track(source: ChangeSource, paths: readonly string[]): void {
    const wanted = new Map(paths.map((path) => [this.#uriOf(path).toString(), path]));
    for (const [address, tracked] of this.#tracked) {
      if (!wanted.has(address)) {
        this.#untrack(address, source, tracked);
      }
    }
    for (const [address, path] of wanted) {
      const tracked = this.#tracked.get(address) ?? [];
      const isKnown = tracked.some((one) => one.source === source);
      // Set again, so that the files are in the order of `paths`.
      this.#tracked.delete(address);
      this.#tracked.set(address, isKnown ? tracked : [{ source, path }, ...tracked]);
    }
    void this.#lookAtAll();
  }

  async open(path: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.#uriOf(path));
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    await this.#lookAt(document);
    const review = this.of(document.uri);
    goTo(editor, (review && endRow(review, 1)) ?? 0);
  }

  openBeside(shown: vscode.Uri | undefined, step: Step): Promise<boolean> {
    const reviewOf = async (document: vscode.TextDocument): Promise<ChangeReview | undefined> => {
      await this.#lookAt(document);
      return this.of(document.uri);
    };
    return openBeside({ addresses: [...this.#tracked.keys()], shown, step, reviewOf });
  }

  of(shown: vscode.Uri): ChangeReview | undefined {
    return this.#open.get(shown.toString())?.review;
  }

  async accept(review: ChangeReview, ids: readonly number[]): Promise<void> {
    const open = this.#openOf(review);
    if (!open) {
      return;
    }
    await review.accept(ids);
    for (const id of ids) {
      open.kept.add(id);
    }
    const others = open.places.filter(({ id }) => !open.kept.has(id));
    await open.source.keepPlaces(
      open.path,
      others.length === 0 ? undefined : without(open.texts, others),
    );
  }

  async reject(review: ChangeReview, ids: readonly number[]): Promise<void> {
    const open = this.#openOf(review);
    if (!open) {
      return;
    }
    const { source, path } = open;
    const document = await vscode.workspace.openTextDocument(review.target);
    if (document.isDirty) {
      await isRejected(review, ids);
      return;
    }
    const isAll = review.hunks.every(({ id }) => ids.includes(id));
    // Restores the file byte for byte, and deletes a new file.
    if (isAll && (await source.undoWhole(path))) {
      return;
    }
    await source.undoPlaces(
      path,
      async () => (await isRejected(review, ids)) && (await document.save()),
    );
  }

  async compare(review: ChangeReview): Promise<void> {
    const { target } = review;
    const name = baseName(target.path);
    const earlier = this.#texts.add(target, l10n.t("{0} before", name), () => review.other);
    const both = l10n.t("{0} before ↔ after", name);
    await vscode.commands.executeCommand("vscode.diff", earlier, target, both);
  }

  dispose(): void {
    for (const address of this.#open.keys()) {
      this.#close(address);
    }
    this.#disposables.dispose();
  }

  #untrack(address: string, source: ChangeSource, tracked: readonly Tracked[]): void {
    const others = tracked.filter((one) => one.source !== source);
    if (others.length > 0) {
      this.#tracked.set(address, others);
    } else {
      this.#tracked.delete(address);
    }
    if (this.#open.get(address)?.source === source) {
      this.#close(address);
    }
  }

  async #lookAtAll(): Promise<void> {
    for (const { document } of vscode.window.visibleTextEditors) {
      await this.#lookAt(document);
    }
    this.#tellKeys();
  }

  /** Sequential: each inspection builds on the review of the previous one. */
  #lookAt(document: vscode.TextDocument): Promise<void> {
    const tracked = this.#tracked.get(document.uri.toString());
    if (tracked && !document.isDirty) {
      // If the texts cannot be read, the next change of the file tries again.
      this.#looking = this.#looking
        .then(() => this.#lookFor(document, tracked))
        .catch(() => undefined);
    }
    return this.#looking;
  }

  /**
   * Shows places of the newest source whose result matches the file; if no source matches, keeps the current review.
   */
  async #lookFor(document: vscode.TextDocument, tracked: readonly Tracked[]): Promise<void> {
    for (const one of tracked) {
      const texts = await one.source.placeTexts(one.path);
      if (texts && (isText(document, texts.after) || this.#isKnown(document, one, texts))) {
        this.#look(document, one, texts);
        return;
      }
    }
  }

  #isKnown({ uri }: vscode.TextDocument, { source }: Tracked, texts: PlaceTexts): boolean {
    const known = this.#open.get(uri.toString());
    return known?.source === source && isSame(known.texts, texts);
  }

  #look(document: vscode.TextDocument, tracked: Tracked, texts: PlaceTexts): void {
    const address = document.uri.toString();
    const known = this.#open.get(address);
    if (this.#isKnown(document, tracked, texts)) {
      this.#draw(address);
      return;
    }
    if (document.isDirty || !this.#tracked.get(address)?.includes(tracked)) {
      return;
    }
    if (
      known?.source === tracked.source &&
      known.review.other === linesOf(withoutMark(texts.before)).join("\n")
    ) {
      // Keeps the ids of unchanged places, so that drawn links stay valid.
      const { hunks: places } = known.review;
      this.#open.set(address, { ...known, texts, places, kept: new Set() });
      this.#draw(address);
      return;
    }
    this.#begin(document, tracked, texts);
  }

  #begin(document: vscode.TextDocument, tracked: Tracked, texts: PlaceTexts): void {
    const address = document.uri.toString();
    this.#close(address);
    const review = new ChangeReview(document.uri, {
      before: linesOf(document.getText()),
      after: linesOf(withoutMark(texts.before)),
      isInPlace: true,
      firstId: this.#nextId,
    });
    this.#nextId += review.hunks.length;
    review.onDidChange(() => this.#draw(address));
    this.#open.set(address, { ...tracked, review, texts, places: review.hunks, kept: new Set() });
    this.#draw(address);
  }

  #refresh(uri: vscode.Uri): void {
    for (const { source } of this.#tracked.get(uri.toString()) ?? []) {
      void source.refresh().catch(() => undefined);
    }
  }

  #lensesIn(uri: vscode.Uri): vscode.CodeLens[] {
    const review = this.of(uri);
    return review ? reviewLenses(uri, review, { headRow: 0, isShort: true, isMade: true }) : [];
  }

  #openOf(review: ChangeReview): Open | undefined {
    return [...this.#open.values()].find((open) => open.review === review);
  }

  #draw(address: string): void {
    const hunks = this.#open.get(address)?.review.hunks ?? [];
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);
    if (document) {
      const changes = hunks.map(({ start, removed, added }) => ({
        row: start,
        added: removed.length,
        removed: added,
      }));
      this.#colors.draw(document, [{ state: "review", start: 0, length: 0, changes }]);
    }
    this.#lensesChanged.fire();
    this.#tellKeys();
  }

  #close(address: string): void {
    const open = this.#open.get(address);
    if (open) {
      this.#open.delete(address);
      open.review.dispose();
      this.#draw(address);
    }
  }

  #tellKeys(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const hasPlaces = uri !== undefined && (this.of(uri)?.hunks.length ?? 0) > 0;
    void vscode.commands.executeCommand("setContext", activeKey, hasPlaces);
    void vscode.commands.executeCommand("setContext", anyKey, this.#tracked.size > 0);
  }
}

async function isRejected(review: ChangeReview, ids: readonly number[]): Promise<boolean> {
  const { isDone } = await review.reject(ids);
  if (!isDone) {
    tellUnchanged(review.target);
  }
  return isDone;
}
