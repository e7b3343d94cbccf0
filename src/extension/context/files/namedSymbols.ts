import * as vscode from "vscode";

const maxSymbols = 100;

const kinds: readonly vscode.SymbolKind[] = [
  vscode.SymbolKind.Class,
  vscode.SymbolKind.Interface,
  vscode.SymbolKind.Function,
  vscode.SymbolKind.Struct,
  vscode.SymbolKind.Enum,
  vscode.SymbolKind.Method,
  vscode.SymbolKind.Constructor,
  vscode.SymbolKind.Constant,
];

/** Finds the definition of `Retry` or `Retry.start` through language extensions, in a file that may be opened. */
export async function findSymbol(
  name: string,
  mayBeOpened: (uri: vscode.Uri) => Promise<boolean>,
): Promise<vscode.Location | undefined> {
  const parts = name.split(/\.|::|#/u);
  const last = parts.at(-1) ?? name;
  const container = parts.at(-2);
  const symbols = await vscode.commands
    .executeCommand<vscode.SymbolInformation[] | undefined>(
      "vscode.executeWorkspaceSymbolProvider",
      last,
    )
    // A failing language extension counts as no result.
    .then(undefined, () => undefined);
  const named = (symbols ?? [])
    .slice(0, maxSymbols)
    .filter((symbol) => symbol.name.replace(/\(.*$/u, "") === last)
    .filter(({ containerName }) => container === undefined || containerName.endsWith(container))
    .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind));
  for (const { location } of named) {
    if (await mayBeOpened(location.uri)) {
      return location;
    }
  }
  return undefined;
}

function rankOf(kind: vscode.SymbolKind): number {
  const rank = kinds.indexOf(kind);
  return rank === -1 ? kinds.length : rank;
}
