import * as vscode from "vscode";

import type { Attachment } from "../../../context/attachment.ts";
import { attachmentFromLines } from "../../editor/selection.ts";
import { orSayTooLarge } from "../files/fileAttachments.ts";
import type { WorkspaceFiles } from "../files/workspaceFiles.ts";
import type { Offer } from "./offer.ts";

const maxSymbols = 200;

export async function symbolOffers(
  query: string,
  files: WorkspaceFiles,
): Promise<readonly Offer[]> {
  const symbols = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    "vscode.executeWorkspaceSymbolProvider",
    query,
  );
  const offers: Offer[] = [];
  for (const symbol of (symbols ?? []).slice(0, maxSymbols)) {
    const { uri } = symbol.location;
    const isOwn = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
    if (isOwn && (await files.reasonAgainst(uri)) === undefined) {
      offers.push(offerOf(symbol));
    }
  }
  return offers;
}

function offerOf(symbol: vscode.SymbolInformation): Offer {
  const { uri, range } = symbol.location;
  const path = vscode.workspace.asRelativePath(uri);
  return {
    source: "symbol",
    label: symbol.name,
    detail: `${path}:${range.start.line + 1}`,
    attach: () => attachSymbol(symbol),
  };
}

async function attachSymbol({
  name,
  location,
}: vscode.SymbolInformation): Promise<readonly Attachment[]> {
  const document = await vscode.workspace.openTextDocument(location.uri);
  const range = (await wholeRange(location)) ?? location.range;
  const lines = { startLine: range.start.line + 1, endLine: range.end.line + 1 };
  const attachment = attachmentFromLines(document, lines, "symbol");
  return orSayTooLarge(
    attachment && { ...attachment, info: { ...attachment.info, name: name.slice(0, 1000) } },
  );
}

/** The whole range of a symbol from the outline, because some languages report only the name's range. */
async function wholeRange(location: vscode.Location): Promise<vscode.Range | undefined> {
  const outline = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >("vscode.executeDocumentSymbolProvider", location.uri);
  const ranges = flatten(outline ?? []).filter(
    (range) =>
      range.contains(location.range.start) && range.start.line <= location.range.start.line,
  );
  return ranges.reduce<vscode.Range | undefined>(
    (best, range) => (best === undefined || best.contains(range) ? range : best),
    undefined,
  );
}

function flatten(
  symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[],
): vscode.Range[] {
  return symbols.flatMap((symbol) =>
    "children" in symbol ? [symbol.range, ...flatten(symbol.children)] : [symbol.location.range],
  );
}
