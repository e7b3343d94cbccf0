import * as vscode from "vscode";

import type {
  Problem,
  Problems,
  SymbolPlace,
  Symbols,
} from "../../../agent/tools/problems/problems.ts";
import { nameColumn } from "../../../agent/tools/search/nameColumn.ts";

const settleMs = 1_500;
const severities: Readonly<Record<vscode.DiagnosticSeverity, Problem["severity"]>> = {
  [vscode.DiagnosticSeverity.Error]: "error",
  [vscode.DiagnosticSeverity.Warning]: "warning",
  [vscode.DiagnosticSeverity.Information]: "note",
  [vscode.DiagnosticSeverity.Hint]: "note",
};

type UriOf = (path: string) => vscode.Uri;

export function editorSight(uriOf: UriOf): {
  readonly problems: Problems;
  readonly symbols: Symbols;
} {
  return { problems: problemsIn(uriOf), symbols: symbolsIn(uriOf) };
}

function problemsIn(uriOf: UriOf): Problems {
  const { scheme } = uriOf("/");
  return {
    list: (path) =>
      path === undefined
        ? vscode.languages
            .getDiagnostics()
            .flatMap(([uri, found]) => (uri.scheme === scheme ? problemsOf(uri, found) : []))
        : problemsOf(uriOf(path), vscode.languages.getDiagnostics(uriOf(path))),
    settled: async (paths, signal) => {
      const wanted = new Set(paths.map((path) => uriOf(path).toString()));
      const isOpen = vscode.workspace.textDocuments.some(({ uri }) => wanted.has(uri.toString()));
      if (isOpen) {
        await changeOf(wanted, signal);
      }
    },
  };
}

function symbolsIn(uriOf: UriOf): Symbols {
  return {
    workspace: async (query) => {
      const found = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[]>(
        "vscode.executeWorkspaceSymbolProvider",
        query,
      );
      return found.map(({ name, kind, location }) => ({
        ...placeOf(location),
        name,
        kind: vscode.SymbolKind[kind].toLowerCase(),
      }));
    },
    related: async (kind, name, { path, line }) => {
      const document = await vscode.workspace.openTextDocument(uriOf(path));
      const text = line <= document.lineCount ? document.lineAt(line - 1).text : "";
      const column = nameColumn(text, name);
      if (column === undefined) {
        return [];
      }
      const command = { definition: "Definition", references: "Reference" }[kind];
      const found = await vscode.commands.executeCommand<
        readonly (vscode.Location | vscode.LocationLink)[]
      >(`vscode.execute${command}Provider`, document.uri, new vscode.Position(line - 1, column));
      return found.map(placeOf);
    },
  };
}

function placeOf(found: vscode.Location | vscode.LocationLink): SymbolPlace {
  const [uri, range] =
    "targetUri" in found
      ? [found.targetUri, found.targetSelectionRange ?? found.targetRange]
      : [found.uri, found.range];
  return { path: pathOf(uri), line: range.start.line + 1 };
}

function problemsOf(uri: vscode.Uri, found: readonly vscode.Diagnostic[]): readonly Problem[] {
  return found.map(({ message, range, severity, source }) => ({
    path: pathOf(uri),
    line: range.start.line + 1,
    severity: severities[severity],
    message,
    ...(source !== undefined && { source }),
  }));
}

function pathOf(uri: vscode.Uri): string {
  return uri.scheme === "file" ? uri.fsPath : uri.path;
}

function changeOf(wanted: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      listening.dispose();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, settleMs);
    const listening = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((uri) => wanted.has(uri.toString()))) {
        end();
      }
    });
    signal.addEventListener("abort", end);
  });
}
