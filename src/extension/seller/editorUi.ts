import * as vscode from "vscode";

import { baseName } from "../../shared/text/baseName.ts";
import { showText } from "../editor/documents.ts";
import {
  addEnvironment,
  confirmProduction,
  type EnvironmentInputsDeps,
  setCredentials,
} from "./environmentInputs.ts";
import { showForPrograms } from "./forPrograms.ts";
import type { CsvInput } from "./import/csvInput.ts";
import type { ShownProblem } from "./import/importChecking.ts";
import { chooseList, forgetListChoice } from "./listChoiceInputs.ts";
import type { SellerFiles } from "./sellerFiles.ts";
import type { SellerUi } from "./sellerUi.ts";
import { sellerWords } from "./sellerWords.ts";

const { l10n } = vscode;

export function editorUi(
  deps: EnvironmentInputsDeps,
  files: SellerFiles,
  mcpPath: string,
): SellerUi {
  return {
    confirmProduction,
    confirmRisk: async (question, act) =>
      (await vscode.window.showWarningMessage(question, { modal: true }, act)) === act,
    copy: async (text) => await vscode.env.clipboard.writeText(text),
    showText,
    activeLanguage: () => textEditor()?.document.languageId,
    save,
    pickCsv: (from) => (from === "editor" ? openDocument(files) : pickFile(files)),
    showLine,
    showForPrograms: () => showForPrograms(deps.desks, mcpPath),
    addEnvironment: () => addEnvironment(deps),
    chooseList: (list) => chooseList(deps.desks, list),
    forgetListChoice: (list) => forgetListChoice(deps.desks, list),
    setCredentials: () => setCredentials(deps),
    openSettings: async () =>
      await vscode.commands.executeCommand(
        "workbench.action.openSettings",
        "aiHub.seller.environments",
      ),
  };
}

/** Returns the unsaved text of an open document. */
export async function csvOf(uri: vscode.Uri, files: SellerFiles): Promise<CsvInput> {
  const document = vscode.workspace.textDocuments.find(
    (open) => open.uri.toString() === uri.toString(),
  );
  return document && (document.isDirty || document.isUntitled || uri.scheme !== "file")
    ? documentCsv(document)
    : await files.openCsv(uri.fsPath, uri.toString());
}

export function showProblems(
  diagnostics: vscode.DiagnosticCollection,
  uri: string,
  problems: readonly ShownProblem[],
): void {
  diagnostics.clear();
  diagnostics.set(
    vscode.Uri.parse(uri, true),
    problems.map(({ line, level, text }) => {
      const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
      const severity =
        level === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Information;
      const diagnostic = new vscode.Diagnostic(range, text, severity);
      diagnostic.source = "AI Hub";
      return diagnostic;
    }),
  );
}

/** Returns another visible editor, because the page has the focus when it asks. */
function textEditor(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.at(0);
}

async function openDocument(files: SellerFiles): Promise<CsvInput | undefined> {
  const uris = openTexts();
  if (uris.length === 0) {
    void vscode.window.showInformationMessage(l10n.t("No file is open in an editor."));
    return undefined;
  }
  const uri = uris.length === 1 ? uris[0] : await pickOpenText(uris);
  return uri && (await csvOf(uri, files).catch(unreadable));
}

/** The visible document comes first; else the documents in tabs behind the page, CSV files first. */
function openTexts(): readonly vscode.Uri[] {
  const editor = textEditor();
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const csv = tabs.filter(({ path }) => path.toLowerCase().endsWith(".csv"));
  return editor ? [editor.document.uri] : csv.length > 0 ? csv : tabs;
}

async function pickOpenText(uris: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  const items = uris.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  return (await vscode.window.showQuickPick(items, { title: l10n.t("CSV file to import") }))?.uri;
}

async function pickFile(files: SellerFiles): Promise<CsvInput | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      canSelectMany: false,
      filters: { CSV: ["csv", "txt", "tsv"], "*": ["*"] },
      title: l10n.t("CSV file to import"),
    })) ?? [];
  return uri && (await csvOf(uri, files).catch(unreadable));
}

function unreadable(): undefined {
  void vscode.window.showErrorMessage(sellerWords.unreadableFile);
}

function documentCsv(document: vscode.TextDocument): CsvInput {
  const bytes = (): Uint8Array => new TextEncoder().encode(document.getText());
  return {
    name: baseName(document.uri.path),
    uri: document.uri.toString(),
    size: bytes().length,
    stamp: () => Promise.resolve(`${document.version}`),
    // oxlint-disable-next-line typescript/require-await -- a document is there at once, a file is not
    read: async function* read() {
      yield bytes();
    },
  };
}

async function save(
  name: string,
  content: Iterable<string> | AsyncIterable<Uint8Array | string>,
): Promise<boolean> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (!uri) {
    return false;
  }
  await vscode.workspace.fs.writeFile(uri, await bytesOf(content));
  return true;
}

async function bytesOf(
  content: Iterable<string> | AsyncIterable<Uint8Array | string>,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of content) {
    parts.push(typeof part === "string" ? new TextEncoder().encode(part) : part);
  }
  return new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer());
}

async function showLine(uri: string, line: number): Promise<void> {
  const range = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri, true), {
    selection: range,
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: false,
  });
}
