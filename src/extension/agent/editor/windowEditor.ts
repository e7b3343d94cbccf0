import * as vscode from "vscode";

import { visibleText } from "../../../shared/text/visibleText.ts";
import { VirtualTexts } from "../../editing/virtualTexts.ts";
import type {
  AgentEditor,
  ChangeSource,
  GrowingEdit,
  GrowingView,
  NamedFile,
  RestorePlan,
  ShownChange,
} from "./agentEditor.ts";
import { groupedNames } from "./groupedNames.ts";
import { growingDiff } from "./growingDiff.ts";
import { askRestore } from "./restoreDialog.ts";
import { RunReviews } from "./runReviews.ts";
import { hasUnsavedNotebook } from "./unsavedNotebook.ts";

const { l10n } = vscode;

export class WindowEditor implements AgentEditor, vscode.Disposable {
  readonly #texts = new VirtualTexts("aihub-run");
  readonly #uriOf: (path: string) => vscode.Uri;
  readonly reviews: RunReviews;

  constructor(uriOf: (path: string) => vscode.Uri) {
    this.#uriOf = uriOf;
    this.reviews = new RunReviews(uriOf, this.#texts);
  }

  trackChanges(source: ChangeSource, paths: readonly string[]): void {
    this.reviews.track(source, paths);
  }

  growing(edit: GrowingEdit): GrowingView {
    return growingDiff(this.#uriOf(edit.path), edit, this.#texts);
  }

  async openPlaces(path: string): Promise<void> {
    await this.reviews.open(path);
  }

  async showChanges(changes: readonly ShownChange[]): Promise<void> {
    const [first] = changes;
    if (!first) {
      void vscode.window.showInformationMessage(l10n.t("Nothing differs."));
      return;
    }
    const commands = await vscode.commands.getCommands(true);
    if (changes.length > 1 && commands.includes("vscode.changes")) {
      const title = l10n.t("Changes of this run");
      const rows = changes.map((change) => this.#row(change));
      await vscode.commands.executeCommand("vscode.changes", title, rows);
      return;
    }
    for (const change of changes) {
      const { before, after } = this.#sides(change);
      await vscode.commands.executeCommand("vscode.diff", before, after, change.name, {
        preview: false,
      });
    }
  }

  askRestore(plan: RestorePlan): Promise<readonly string[] | undefined> {
    return askRestore(plan);
  }

  isUnsaved(path: string): boolean {
    const address = this.#uriOf(path).toString();
    return (
      hasUnsavedNotebook([address]) ||
      vscode.workspace.textDocuments.some(
        ({ uri, isDirty }) => isDirty && uri.toString() === address,
      )
    );
  }

  async confirmSpace(space: { readonly free: number; readonly kept: number }): Promise<boolean> {
    const stop = l10n.t("Stop the run");
    const [free, kept] = [space.free, space.kept].map((bytes) => Math.round(bytes / 1_048_576));
    const answer = await vscode.window.showWarningMessage(
      l10n.t(
        "The disk is nearly full: {0} MB are left, and earlier runs of the agent use {1} MB. Files that cannot be stored are not changed.",
        free ?? 0,
        kept ?? 0,
      ),
      stop,
    );
    return answer !== stop;
  }

  tellNotKept(): void {
    void vscode.window.showWarningMessage(
      l10n.t(
        "The changes of this run cannot be undone here: another window uses the checkpoints of this chat.",
      ),
    );
  }

  tellLeft(commands: readonly string[]): void {
    void vscode.window.showWarningMessage(
      l10n.t(
        "A window died while the agent ran commands, which may still run. End them if you do not need them: {0}",
        visibleText(commands.join("; ")),
      ),
    );
  }

  tellNotUndone(files: readonly NamedFile[]): Promise<void> {
    const text = l10n.t(
      "Not undone, because it changed since, is not saved in the editor or cannot be written: {0}",
      groupedNames(files, ({ name }) => name).join(", "),
    );
    void vscode.window.showWarningMessage(text);
    return Promise.resolve();
  }

  tellRemovedFolders(folders: readonly NamedFile[]): void {
    const names = groupedNames(folders, ({ name }) => l10n.t("empty folder {0}", name));
    void vscode.window.showInformationMessage(l10n.t("Removed: {0}", names.join(", ")));
  }

  dispose(): void {
    this.reviews.dispose();
    this.#texts.dispose();
  }

  /** A row of a comparison of several files: omits a missing side, so that the file appears as added or deleted. */
  #row(change: ShownChange): readonly (vscode.Uri | undefined)[] {
    const target = this.#uriOf(change.path);
    const { before, after } = this.#sides(change);
    return [
      target,
      change.before === undefined ? undefined : before,
      change.after === undefined ? undefined : after,
    ];
  }

  #sides({ path, before, after }: ShownChange): {
    readonly before: vscode.Uri;
    readonly after: vscode.Uri;
  } {
    const target = this.#uriOf(path);
    return {
      before: this.#texts.addEarlier(target, () => before ?? ""),
      after: after === undefined ? this.#texts.addEarlier(target, () => "") : target,
    };
  }
}
