import * as vscode from "vscode";

import type { InstructionDrafts } from "./instructionDrafts.ts";
import { putInFront, typedOver } from "./typedAhead.ts";

const { l10n } = vscode;

const maxInstruction = 10_000;
const maxSelection = 100_000;

export interface InstructionAsked {
  readonly editor: vscode.TextEditor;
  readonly whenOpen: Promise<void>;
  readonly answer: Promise<string | undefined>;
  /** The edit begins: the instruction is no draft any more. */
  readonly onBegin: () => void;
}

/**
 * Opens the box before anything else loads; undefined without an editor. Until it has the focus, keys reach the
 * document: text typed over the selection moves into the box. The document's last unsent instruction is in the box,
 * selected, so that typing replaces it.
 */
export function askForInstruction(drafts: InstructionDrafts): InstructionAsked | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    void vscode.window.showInformationMessage(
      l10n.t("Open a file and select what should be edited."),
    );
    return undefined;
  }
  const begun = stateOf(editor);
  if (begun.end - begun.start > maxSelection) {
    void vscode.window.showWarningMessage(
      l10n.t("That is too large to send. Select the part that matters."),
    );
    return undefined;
  }
  const address = editor.document.uri.toString();
  const draft = drafts.of(address);
  const box = openBox(lineCountOf(editor.selection), draft, 0);
  let isBegun = false;
  // The editor may report the box as hidden after the edit has begun.
  box.onDidHide(() => drafts.set(address, isBegun ? "" : box.value));
  return {
    editor,
    whenOpen: takeTypedAhead(editor, begun, { box, draft }),
    answer: answerOf(box),
    onBegin: () => {
      isBegun = true;
      drafts.set(address, "");
    },
  };
}

export function askAgain(lineCount: number, value: string): Promise<string | undefined> {
  return answerOf(openBox(lineCount, value));
}

export function lineCountOf({ start, end }: vscode.Selection): number {
  const isBeforeRow = end.character === 0 && end.line > start.line;
  return end.line - start.line + (isBeforeRow ? 0 : 1);
}

function openBox(lineCount: number, value: string, selectedFrom = value.length): vscode.InputBox {
  const box = vscode.window.createInputBox();
  box.title = l10n.t("Edit with AI Hub");
  box.prompt =
    lineCount === 1
      ? l10n.t("How should this line change?")
      : l10n.t("How should these {0} lines change?", lineCount);
  box.placeholder = l10n.t("Handle the error, rename, translate the comments…");
  box.value = value;
  box.valueSelection = [selectedFrom, value.length];
  box.ignoreFocusOut = true;
  box.show();
  return box;
}

function answerOf(box: vscode.InputBox): Promise<string | undefined> {
  return new Promise((resolve) => {
    box.onDidChangeValue((text) => {
      box.validationMessage = text.length > maxInstruction ? l10n.t("That is too long.") : "";
    });
    box.onDidAccept(() => {
      if (box.value.length <= maxInstruction) {
        resolve(box.value.trim() === "" ? undefined : box.value);
        box.hide();
      }
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
  });
}

interface Begun {
  readonly text: string;
  readonly selection: vscode.Selection;
  readonly start: number;
  readonly end: number;
}

function stateOf({ document, selection }: vscode.TextEditor): Begun {
  return {
    text: document.getText(),
    selection,
    start: document.offsetAt(selection.start),
    end: document.offsetAt(selection.end),
  };
}

/**
 * The editor handles messages in order: its answer to a command sent after the box was shown proves that the box has
 * the focus and that all earlier changes have arrived.
 */
async function takeTypedAhead(
  editor: vscode.TextEditor,
  begun: Begun,
  { box, draft }: { readonly box: vscode.InputBox; readonly draft: string },
): Promise<void> {
  const { document } = editor;
  const { text, selection, start } = begun;
  await roundTrip();
  const typed = typedOver(text, document.getText(), begun);
  if (typed === undefined) {
    return;
  }
  // The box holds one line, and a line break must not submit unfinished text.
  const inFront = putInFront(box, typed.replaceAll(/\s*\n\s*/gu, " "), roundTrip, draft);
  const range = new vscode.Range(
    document.positionAt(start),
    document.positionAt(start + typed.length),
  );
  const isRestored = await editor.edit(
    (edit) => edit.replace(range, text.slice(start, begun.end)),
    { undoStopBefore: false, undoStopAfter: false },
  );
  if (isRestored) {
    editor.selection = selection;
  }
  await inFront;
}

/** Resolves when the editor has handled all earlier messages. */
function roundTrip(): Thenable<unknown> {
  return vscode.commands.executeCommand("setContext", "aiHub.asksForInstruction", true);
}
