import * as vscode from "vscode";

import type { Disposable } from "../../../shared/base/lifecycle.ts";
import { DisposableStore } from "../../../shared/base/lifecycle.ts";
import { baseName } from "../../../shared/text/baseName.ts";
import { plainText } from "../../editor/plainText.ts";
import { type VirtualTexts, virtualScheme } from "../virtualTexts.ts";
import { ChangeReview } from "./changeReview.ts";
import { ReviewColors } from "./reviewColors.ts";
import type { ReviewOwner } from "./reviewCommands.ts";
import { reviewLenses } from "./reviewLenses.ts";

const { l10n } = vscode;

interface Open {
  readonly uri: vscode.Uri;
  readonly review: ChangeReview;
  readonly subscription: Disposable;
}

/**
 * Each review is a read-only document with the unchanged, added and removed lines, so that the file is never half
 * changed.
 */
export class Reviews implements ReviewOwner, Disposable {
  readonly #texts: VirtualTexts;
  readonly #open = new Map<string, Open>();
  readonly #disposables = new DisposableStore();
  readonly #colors = this.#disposables.add(new ReviewColors());
  readonly #lensesChanged = this.#disposables.add(new vscode.EventEmitter<void>());

  constructor(texts: VirtualTexts) {
    this.#texts = texts;
    this.#disposables.add(
      vscode.languages.registerCodeLensProvider(
        { scheme: virtualScheme },
        {
          onDidChangeCodeLenses: this.#lensesChanged.event,
          provideCodeLenses: ({ uri }) => {
            const open = this.#open.get(uri.toString());
            return open ? reviewLenses(uri, open.review, { headRow: 0 }) : [];
          },
        },
      ),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#redraw(document.uri)),
    );
    this.#disposables.add(
      vscode.window.onDidChangeVisibleTextEditors(() => {
        for (const { uri } of this.#open.values()) {
          this.#redraw(uri);
        }
      }),
    );
    this.#disposables.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) {
          this.#forget(tab);
        }
      }),
    );
  }

  async show(
    target: vscode.Uri,
    before: readonly string[],
    after: readonly string[],
  ): Promise<void> {
    await this.#closeEarlier(target);
    const review = new ChangeReview(target, { before, after });
    const name = baseName(target.path);
    const uri = this.#texts.add(target, l10n.t("Review {0}", name), () =>
      review.layout.lines.join("\n"),
    );
    const subscription = review.onDidChange(() => {
      this.#texts.change(uri);
      this.#lensesChanged.fire();
    });
    this.#open.set(uri.toString(), { uri, review, subscription });
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    this.#redraw(uri);
    const first = review.layout.hunks[0]?.start ?? 0;
    editor.selection = new vscode.Selection(first, 0, first, 0);
    const place = new vscode.Range(first, 0, first, 0);
    editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  of(shown: vscode.Uri): ChangeReview | undefined {
    return this.#open.get(shown.toString())?.review;
  }

  async accept(review: ChangeReview, ids: readonly number[]): Promise<void> {
    const decision = await review.accept(ids).catch(() => undefined);
    if (!decision) {
      // The file is gone or unreachable: the review stays open.
      void vscode.window.showWarningMessage(
        l10n.t("{0} cannot be opened as text.", nameOf(review.target)),
      );
      return;
    }
    const { isDone, lost } = decision;
    if (!isDone) {
      tellUnchanged(review.target);
    }
    if (lost > 0) {
      void vscode.window.showWarningMessage(
        l10n.t(
          "{0} was changed meanwhile. Changes to the same lines were left out: {1}.",
          nameOf(review.target),
          lost,
        ),
      );
    }
    await this.#closeIfDone(review, isDone);
  }

  async reject(review: ChangeReview, ids: readonly number[]): Promise<void> {
    await review.reject(ids);
    await this.#closeIfDone(review, false);
  }

  async compare(review: ChangeReview): Promise<void> {
    await this.#sideBySide(review.target, () => review.other);
  }

  async compareOnly(target: vscode.Uri, after: readonly string[]): Promise<void> {
    const text = after.join("\n");
    await this.#sideBySide(target, () => text);
  }

  dispose(): void {
    for (const { review, subscription } of this.#open.values()) {
      subscription.dispose();
      review.dispose();
    }
    this.#open.clear();
    this.#disposables.dispose();
  }

  async #sideBySide(target: vscode.Uri, proposal: () => string): Promise<void> {
    const name = nameOf(target);
    const proposed = this.#texts.add(target, l10n.t("{0} as proposed", name), proposal);
    await vscode.commands.executeCommand(
      "vscode.diff",
      target,
      proposed,
      l10n.t("{0} ↔ proposed", name),
    );
  }

  #redraw(uri: vscode.Uri): void {
    const open = this.#open.get(uri.toString());
    for (const editor of open ? vscode.window.visibleTextEditors : []) {
      if (open && editor.document.uri.toString() === uri.toString()) {
        this.#colors.draw(editor, open.review.layout);
      }
    }
  }

  async #closeIfDone(review: ChangeReview, showsTarget: boolean): Promise<void> {
    if (review.hunks.length > 0) {
      return;
    }
    await this.#closeEarlier(review.target);
    if (showsTarget) {
      await vscode.window.showTextDocument(review.target, { preview: false });
    }
  }

  async #closeEarlier(target: vscode.Uri): Promise<void> {
    const wanted = [...this.#open.values()]
      .filter(({ review }) => review.target.toString() === target.toString())
      .map(({ uri }) => uri.toString());
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => isTextTab(input) && wanted.includes(input.uri.toString()));
    await vscode.window.tabGroups.close(tabs);
  }

  #forget({ input }: vscode.Tab): void {
    const open = isTextTab(input) ? this.#open.get(input.uri.toString()) : undefined;
    if (open) {
      this.#open.delete(open.uri.toString());
      open.subscription.dispose();
      open.review.dispose();
    }
  }
}

export function tellUnchanged(target: vscode.Uri): void {
  void vscode.window.showWarningMessage(
    l10n.t("The editor did not change {0}. Nothing was lost; try again.", nameOf(target)),
  );
}

function isTextTab(input: unknown): input is vscode.TabInputText {
  return input instanceof vscode.TabInputText;
}

function nameOf(uri: vscode.Uri): string {
  return plainText(baseName(uri.path));
}
