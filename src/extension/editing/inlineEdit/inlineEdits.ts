import * as vscode from "vscode";

import { linesOf } from "../../../chat/apply/fileLines.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { Disposable } from "../../../shared/lifecycle.ts";
import { DisposableStore } from "../../../shared/lifecycle.ts";
import type { Command } from "../../commands.ts";
import { askOnce, type OneOffDeps, tellFailure } from "../oneOff.ts";
import type { VirtualTexts } from "../virtualTexts.ts";
import { editMessages } from "./editPrompt.ts";
import { InlineColors } from "./inlineColors.ts";
import { InlineSession } from "./inlineSession.ts";

const { l10n } = vscode;

const maxInstruction = 10_000;
const maxSelection = 100_000;
const activeKey = "aiHub.inlineEdit";

export interface InlineEditDeps extends OneOffDeps {
  readonly texts: VirtualTexts;
  readonly clock: Clock;
}

type InlineCommand =
  | "inlineEdit"
  | "acceptInlineEdit"
  | "rejectInlineEdit"
  | "retryInlineEdit"
  | "compareInlineEdit";

/** Edits of a selection by an instruction; one at a time in each document. */
export class InlineEdits implements Disposable {
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
        provideCodeLenses: (document) => lensesOf(this.#sessions.get(document)),
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
      vscode.workspace.onDidCloseTextDocument((document) => this.#sessions.get(document)?.accept()),
    );
    this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(() => this.#tellKeys()));
  }

  get commands(): Readonly<Record<InlineCommand, Command>> {
    return {
      inlineEdit: () => this.#begin(),
      acceptInlineEdit: () => Promise.resolve(this.#current()?.accept()),
      rejectInlineEdit: () => Promise.resolve(this.#current()?.reject()),
      retryInlineEdit: () => this.#retry(),
      compareInlineEdit: () => this.#compare(),
    };
  }

  dispose(): void {
    for (const session of this.#sessions.values()) {
      session.dispose();
    }
    this.#sessions.clear();
    this.#disposables.dispose();
  }

  async #begin(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      void vscode.window.showInformationMessage(
        l10n.t("Open a file and select what should be edited."),
      );
      return;
    }
    await this.#finishEarlier();
    const range = rowsOf(editor.selection);
    if (editor.document.getText(editor.selection).length > maxSelection) {
      void vscode.window.showWarningMessage(
        l10n.t("That is too large to send. Select the part that matters."),
      );
      return;
    }
    const instruction = await askInstruction(range.end - range.start, "");
    if (instruction !== undefined) {
      await this.#run(editor.document, range, instruction);
    }
  }

  /** New lines that nobody rejected stay; an answer that still comes is stopped. */
  async #finishEarlier(): Promise<void> {
    const session = this.#current();
    if (session?.state === "review") {
      session.accept();
    } else {
      await session?.reject();
    }
  }

  async #run(
    document: vscode.TextDocument,
    range: { readonly start: number; readonly end: number },
    instruction: string,
  ): Promise<void> {
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
      const hasAnswer = await session.run(askOnce(this.#deps, messages, session.signal));
      if (!hasAnswer) {
        void vscode.window.showWarningMessage(
          l10n.t("The model answered with no text. Nothing was changed."),
        );
      }
    } catch (error) {
      tellFailure(error);
    }
  }

  async #retry(): Promise<void> {
    const session = this.#current();
    if (!session) {
      return;
    }
    const { document, start, before, instruction } = session;
    await session.reject();
    const changed = await askInstruction(before.length, instruction);
    if (changed !== undefined) {
      await this.#run(document, { start, end: start + before.length }, changed);
    }
  }

  /** The document with the part as it was, beside the document. */
  async #compare(): Promise<void> {
    const session = this.#current();
    if (!session) {
      return;
    }
    const { document, start, before, shown } = session;
    const lines = linesOf(document.getText());
    const name = document.uri.path.split("/").at(-1) ?? "";
    const original = [...lines.slice(0, start), ...before, ...lines.slice(start + shown.length)];
    const uri = this.#deps.texts.add(document.uri, l10n.t("{0} before", name), () =>
      original.join("\n"),
    );
    await vscode.commands.executeCommand(
      "vscode.diff",
      uri,
      document.uri,
      l10n.t("{0} before ↔ after", name),
    );
  }

  #current(): InlineSession | undefined {
    const document = vscode.window.activeTextEditor?.document;
    return document && this.#sessions.get(document);
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

  /** Lets key bindings know whether there is something to accept or reject in the editor that is shown. */
  #tellKeys(): void {
    void vscode.commands.executeCommand("setContext", activeKey, this.#current()?.state ?? "");
  }
}

async function askInstruction(lineCount: number, value: string): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: l10n.t("Edit with AI Hub"),
    prompt:
      lineCount === 1
        ? l10n.t("What should become of this line?")
        : l10n.t("What should become of these {0} lines?", lineCount),
    placeHolder: l10n.t("Handle the error, rename, translate the comments…"),
    value,
    ignoreFocusOut: true,
    validateInput: (input) =>
      input.length > maxInstruction ? l10n.t("That is too long.") : undefined,
  });
  return text === undefined || text.trim() === "" ? undefined : text;
}

function lensesOf(session: InlineSession | undefined): vscode.CodeLens[] {
  if (!session || session.state === "ended") {
    return [];
  }
  const row = Math.min(session.start, session.document.lineCount - 1);
  const range = new vscode.Range(row, 0, row, 0);
  const lens = (title: string, name: InlineCommand): vscode.CodeLens =>
    new vscode.CodeLens(range, { title, command: `aiHub.${name}` });
  return session.state === "streaming"
    ? [lens(`$(debug-stop) ${l10n.t("Stop")}`, "rejectInlineEdit")]
    : [
        lens(`$(check) ${l10n.t("Accept")}`, "acceptInlineEdit"),
        lens(`$(close) ${l10n.t("Reject")}`, "rejectInlineEdit"),
        lens(`$(refresh) ${l10n.t("Try again")}`, "retryInlineEdit"),
        lens(`$(diff) ${l10n.t("Compare side by side")}`, "compareInlineEdit"),
      ];
}

/** Whole rows of a selection, the second after its last; without a selection the row of the cursor. */
function rowsOf({ start, end }: vscode.Selection): {
  readonly start: number;
  readonly end: number;
} {
  const isBeforeRow = end.character === 0 && end.line > start.line;
  return { start: start.line, end: isBeforeRow ? end.line : end.line + 1 };
}
