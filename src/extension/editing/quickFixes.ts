import * as vscode from "vscode";
import * as z from "zod/mini";

import type { Attachment } from "../../context/attachment.ts";
import { orSayTooLarge, textAttachment } from "../context/files/fileAttachments.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import type { Command } from "../editor/commandNames.ts";
import { attachmentFromLines } from "../editor/selection.ts";
import { askInChat, attachInChat, type AskDeps } from "./askInChat.ts";
import type { InlineEdits } from "./inlineEdit/inlineEdits.ts";
import { problemsText } from "./problemsText.ts";
import type { Place } from "./quickFixOffers.ts";

const { l10n } = vscode;

const linesAround = 20;
const maxProblems = 20;
const linesToFix = 3;
/** In UTF-16 units, within an instruction. */
const maxProblemText = 2_000;

const placeSchema: z.ZodMiniType<Place> = z.object({
  uri: z.string(),
  startLine: z.int().check(z.nonnegative()),
  endLine: z.int().check(z.nonnegative()),
});

export function quickFixCommands(
  deps: AskDeps & { readonly files: WorkspaceFiles },
  inlineEdits: Pick<InlineEdits, "edit">,
): Readonly<Record<"explain" | "fix" | "fixHere" | "ask", Command>> {
  return {
    fixHere: (given) => fixHere(given, inlineEdits),
    explain: async (given) => {
      const about = await contextOf(given, deps.files);
      if (about) {
        const question = about.hasProblems
          ? l10n.t("Explain these problems: what do they mean here, and what causes them?")
          : l10n.t("Explain what this code does, step by step.");
        await askInChat(deps, question, about.attachments);
      }
    },
    fix: async (given) => {
      const about = await contextOf(given, deps.files);
      if (about) {
        const question = about.hasProblems
          ? l10n.t(
              "Fix these problems. Show only the code that changes, in a block that names its file.",
            )
          : l10n.t(
              "Find what is wrong with this code and fix it. Show only the code that changes, in a block that names its file.",
            );
        await askInChat(deps, question, about.attachments);
      }
    },
    ask: async (given) => {
      const about = await contextOf(given, deps.files);
      if (about) {
        await attachInChat(deps, about.attachments);
      }
    },
  };
}

/** Starts an edit in place with the problems as its instruction; Enter sends it. */
async function fixHere(given: unknown, inlineEdits: Pick<InlineEdits, "edit">): Promise<void> {
  const place = placeSchema.safeParse(given).data ?? placeOfEditor();
  if (!place) {
    tellNoEditor();
    return;
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri, true));
  const problems = problemsAt(document.uri, place);
  if (problems.length === 0) {
    void vscode.window.showInformationMessage(l10n.t("There is no problem on this line."));
    return;
  }
  await vscode.window.showTextDocument(document);
  const path = vscode.workspace.asRelativePath(document.uri);
  const what = problemsText(path, problems).slice(0, maxProblemText);
  await inlineEdits.edit(
    document,
    rowsToFix(document, place),
    l10n.t("Fix: {0}", what.replaceAll("\n", "; ")),
  );
}

/**
 * The rows to replace, without the empty row after the last line end: answers omit that row, and the file would lose
 * its line end.
 */
function rowsToFix(
  document: vscode.TextDocument,
  { startLine, endLine }: Place,
): { readonly start: number; readonly end: number } {
  const endsWithLineEnd = /[\r\n]$/u.test(document.getText());
  return {
    start: Math.max(0, startLine - linesToFix),
    end: Math.min(document.lineCount - (endsWithLineEnd ? 1 : 0), endLine + linesToFix + 1),
  };
}

function tellNoEditor(): void {
  void vscode.window.showInformationMessage(
    l10n.t("Open a file and put the cursor into it first."),
  );
}

interface About {
  readonly attachments: readonly Attachment[];
  readonly hasProblems: boolean;
}

async function contextOf(given: unknown, files: WorkspaceFiles): Promise<About | undefined> {
  const place = placeSchema.safeParse(given).data ?? placeOfEditor();
  if (!place) {
    tellNoEditor();
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri, true));
  if (await files.refuses(document.uri)) {
    return undefined;
  }
  const problems = problemsAt(document.uri, place);
  const margin = place.startLine === place.endLine ? linesAround : 0;
  const lines = {
    startLine: Math.max(0, place.startLine - margin) + 1,
    endLine: Math.min(document.lineCount - 1, place.endLine + margin) + 1,
  };
  const code = orSayTooLarge(attachmentFromLines(document, lines));
  if (code.length === 0) {
    return undefined;
  }
  const path = vscode.workspace.asRelativePath(document.uri);
  const told =
    problems.length === 0
      ? []
      : [
          textAttachment(
            { kind: "problems", path, languageId: "text" },
            problemsText(path, problems),
          ),
        ];
  return { attachments: [...code, ...told], hasProblems: problems.length > 0 };
}

function placeOfEditor(): Place | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return undefined;
  }
  const { start, end } = editor.selection;
  const endLine = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { uri: editor.document.uri.toString(), startLine: start.line, endLine };
}

function problemsAt(uri: vscode.Uri, place: Place): readonly vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ range }) => range.start.line <= place.endLine && range.end.line >= place.startLine)
    .slice(0, maxProblems);
}
