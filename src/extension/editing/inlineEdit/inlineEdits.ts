import * as vscode from "vscode";

import { linesOf } from "../../../edits/fileLines.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import { DisposableStore } from "../../../shared/base/lifecycle.ts";
import { baseName } from "../../../shared/text/baseName.ts";
import type { WorkspaceFiles } from "../../context/files/workspaceFiles.ts";
import type { Command } from "../../editor/commandNames.ts";
import { askAgain, type InstructionAsked, lineCountOf } from "../../editor/instructionBox.ts";
import { askOnce, type OneOffDeps, tellFailure } from "../oneOff.ts";
import type { ChangeReview } from "../review/changeReview.ts";
import type { ReviewOwner } from "../review/reviewCommands.ts";
import { reviewLenses } from "../review/reviewLenses.ts";
import { tellUnchanged } from "../review/reviews.ts";
import type { VirtualTexts } from "../virtualTexts.ts";
import { editMessages } from "./editPrompt.ts";
import { InlineColors } from "./inlineColors.ts";
import { askHow, tellOutcome } from "./inlineMessages.ts";
import { InlineSession } from "./inlineSession.ts";

const { l10n } = vscode;

const activeKey = "aiHub.inlineEdit";

export interface InlineEditDeps extends OneOffDeps {
  readonly texts: VirtualTexts;
  readonly clock: Clock;
  readonly files: Pick<WorkspaceFiles, "refuses">;
}

type InlineCommand =
  | "acceptInlineEdit"
  | "rejectInlineEdit"
  | "retryInlineEdit"
  | "compareInlineEdit";

export class InlineEdits implements ReviewOwner, Disposable {
  readonly #deps: InlineEditDeps;
  readonly #sessions = new Map<vscode.TextDocument, InlineSession>();
  readonly #disposables = new DisposableStore();
  readonly #colors = this.#disposables.add(new InlineColors());
  readonly #lensesChanged = this.#disposables.add(new vscode.EventEmitter<void>());

  constructor(deps: InlineEditDeps) {
    this.#deps = deps;
    this.#disposables.add(
      vscode.languages.registerCodeLensProvider("*", {
        onDidChangeCodeLenses: this.#lensesChanged.event,
        provideCodeLenses: (document) => lensesOf(this.#sessionIn(document.uri)),
      }),
    );
    this.#disposables.add(
      vscode.window.onDidChangeVisibleTextEditors(() => {
        for (const session of this.#sessions.values()) {
          this.#colors.draw(session);
        }
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((document) => this.#closed(document)),
    );
    this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(() => this.#tellKeys()));
  }

  get commands(): Readonly<Record<InlineCommand, Command>> {
    return {
      acceptInlineEdit: () => Promise.resolve(this.#current()?.accept()),
      rejectInlineEdit: () => this.#takeBack(this.#current()),
      retryInlineEdit: (how) => this.#retry(how),
      compareInlineEdit: async () => {
        const review = this.#current()?.review;
        await (review && this.compare(review));
      },
    };
  }

  of(shown: vscode.Uri): ChangeReview | undefined {
    return this.#sessionIn(shown)?.review;
  }

  async accept(review: ChangeReview, ids: readonly number[]): Promise<void> {
    await review.accept(ids);
  }

  async reject(review: ChangeReview, ids: readonly number[]): Promise<void> {
    const { isDone } = await review.reject(ids);
    if (!isDone) {
      tellUnchanged(review.target);
    }
  }

  /** Compares the document without its undecided changes to the present text. */
  async compare(review: ChangeReview): Promise<void> {
    const { target } = review;
    const name = baseName(target.path);
    const title = l10n.t("{0} before", name);
    const earlier = this.#deps.texts.add(target, title, () => review.other);
    const both = l10n.t("{0} before ↔ after", name);
    await vscode.commands.executeCommand("vscode.diff", earlier, target, both);
  }

  dispose(): void {
    for (const session of this.#sessions.values()) {
      session.dispose();
    }
    this.#sessions.clear();
    this.#disposables.dispose();
  }

  async begin({ editor, whenOpen, answer }: InstructionAsked): Promise<void> {
    await whenOpen;
    const { document } = editor;
    const instruction = await answer;
    if (instruction === undefined || !(await this.#decideEarlier(document))) {
      return;
    }
    // The editor moved the selection with the decided lines.
    const { selection } = editor;
    const start = selection.start.line;
    // The selection's colour would cover that of the new lines.
    editor.selection = new vscode.Selection(start, 0, start, 0);
    await this.#run(document, { start, end: start + lineCountOf(selection) }, instruction);
  }

  async edit(
    document: vscode.TextDocument,
    range: { readonly start: number; readonly end: number },
    proposed: string,
  ): Promise<void> {
    const instruction = await askAgain(range.end - range.start, proposed);
    if (instruction !== undefined && (await this.#decideEarlier(document))) {
      await this.#run(document, range, instruction);
    }
  }

  /**
   * Asks about undecided changes of an earlier edit and stops a streaming answer. False if the person decides nothing:
   * the new edit does not begin.
   */
  async #decideEarlier({ uri }: vscode.TextDocument): Promise<boolean> {
    const session = this.#sessionIn(uri);
    if (session?.state !== "review") {
      await session?.stop();
      return true;
    }
    const keep = l10n.t("Keep");
    const undo = l10n.t("Undo");
    const decision = await vscode.window.showWarningMessage(
      l10n.t("{0} has undecided lines of an earlier edit.", baseName(uri.path)),
      { modal: true },
      keep,
      undo,
    );
    if (decision === keep) {
      session.accept();
    } else if (decision === undo) {
      await this.#takeBack(session);
    }
    return decision !== undefined && this.#sessionIn(uri) === undefined;
  }

  /** Undecided changes reappear when the document is opened again. */
  #closed({ uri }: vscode.TextDocument): void {
    const session = this.#sessionIn(uri);
    if (session?.state === "streaming") {
      session.accept();
    }
  }

  async #takeBack(session: InlineSession | undefined): Promise<void> {
    const review = session?.review;
    if (review) {
      await this.reject(
        review,
        review.hunks.map(({ id }) => id),
      );
    } else {
      await session?.stop();
    }
  }

  async #run(
    document: vscode.TextDocument,
    range: { readonly start: number; readonly end: number },
    instruction: string,
  ): Promise<void> {
    if (await this.#deps.files.refuses(document.uri)) {
      return;
    }
    const lines = linesOf(document.getText());
    const session = new InlineSession(document, range, {
      instruction,
      now: () => this.#deps.clock.now(),
    });
    this.#sessions.set(document, session);
    session.onDidChange(() => this.#redraw(session));
    this.#redraw(session);
    const messages = editMessages({
      path: vscode.workspace.asRelativePath(document.uri),
      languageId: document.languageId,
      lines,
      ...range,
      instruction,
    });
    try {
      await tellOutcome(await session.run(askOnce(this.#deps, messages, session.signal)));
    } catch (error) {
      tellFailure(error);
    }
  }

  /** `how` is `again` or `further`; otherwise the person is asked. */
  async #retry(how: unknown): Promise<void> {
    const session = this.#current();
    if (!session) {
      return;
    }
    const choice = how === "again" || how === "further" ? how : await askHow();
    if (choice === "again") {
      await this.#takeBack(session);
    }
    if (choice === undefined || (choice === "again" && session.state !== "ended")) {
      return;
    }
    const { document, instruction } = session;
    const asked = await askAgain(session.length, choice === "again" ? instruction : "");
    if (asked !== undefined) {
      const { start, length } = session;
      session.accept();
      await this.#run(document, { start, end: start + length }, asked);
    }
  }

  #current(): InlineSession | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && this.#sessionIn(uri);
  }

  #sessionIn(uri: vscode.Uri): InlineSession | undefined {
    return [...this.#sessions.values()].find(
      ({ document }) => document.uri.toString() === uri.toString(),
    );
  }

  #redraw(session: InlineSession): void {
    this.#colors.draw(session);
    if (session.state === "ended" && this.#sessions.get(session.document) === session) {
      this.#sessions.delete(session.document);
      session.dispose();
    }
    this.#lensesChanged.fire();
    this.#tellKeys();
  }

  /** Sets the context key for key bindings. */
  #tellKeys(): void {
    void vscode.commands.executeCommand("setContext", activeKey, this.#current()?.state ?? "");
  }
}

function lensesOf(session: InlineSession | undefined): vscode.CodeLens[] {
  if (!session || session.state === "ended") {
    return [];
  }
  const { document, review, start } = session;
  const headRow = Math.min(start, document.lineCount - 1);
  if (review) {
    const command = "aiHub.retryInlineEdit";
    const more = [
      {
        title: `$(comment)\u00a0${l10n.t("Change further")}`,
        command,
        arguments: ["further"],
      },
      { title: `$(refresh)\u00a0${l10n.t("Try again")}`, command, arguments: ["again"] },
    ];
    return reviewLenses(document.uri, review, { headRow, more, isShort: true });
  }
  const stop = { title: `$(debug-stop) ${l10n.t("Stop")}`, command: "aiHub.rejectInlineEdit" };
  return [new vscode.CodeLens(new vscode.Range(headRow, 0, headRow, 0), stop)];
}
