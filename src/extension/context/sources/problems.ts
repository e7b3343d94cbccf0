import * as vscode from "vscode";

import { isExcluded } from "../../../shared/guarded/excludedPaths.ts";
import { textAttachment } from "../files/fileAttachments.ts";
import type { Offer } from "./offer.ts";

const { l10n } = vscode;

const maxProblems = 200;
const maxMessage = 2_000;

type FileProblems = readonly [uri: vscode.Uri, problems: readonly vscode.Diagnostic[]];

export function problemOffers(): readonly Offer[] {
  const all = vscode.languages
    .getDiagnostics()
    .map(([uri, problems]): FileProblems => [uri, problems.filter(isWorthTelling)])
    .filter(([, problems]) => problems.length > 0);
  const activeUri = vscode.window.activeTextEditor?.document.uri.toString();
  const ofFile = all.filter(([uri]) => uri.toString() === activeUri);
  return [
    ...(ofFile.length > 0 && all.length > 1
      ? [offerOf(ofFile, l10n.t("Problems of this file"))]
      : []),
    ...(all.length > 0 ? [offerOf(all, l10n.t("Problems"))] : []),
  ];
}

export function problemsText(uri: vscode.Uri): string | undefined {
  const problems = vscode.languages.getDiagnostics(uri).filter(isWorthTelling);
  return problems.length === 0 ? undefined : textOf([[uri, problems]]);
}

function offerOf(files: readonly FileProblems[], label: string): Offer {
  const count = files.reduce((sum, [, problems]) => sum + problems.length, 0);
  const places = files.map(([uri]) => vscode.workspace.asRelativePath(uri)).slice(0, 5);
  return {
    source: "problems",
    label,
    detail: `${count} · ${places.join(", ")}`,
    attach: () =>
      Promise.resolve([
        textAttachment({ kind: "problems", path: label, languageId: "text" }, textOf(files)),
      ]),
  };
}

function textOf(files: readonly FileProblems[]): string {
  const shown = files.filter(([uri]) => !isExcluded(uri.path));
  const lines = shown.flatMap(([uri, problems]) => {
    const path = vscode.workspace.asRelativePath(uri);
    return problems.map((problem) => lineOf(path, problem));
  });
  const more = lines.length - maxProblems;
  return [
    ...lines.slice(0, maxProblems),
    ...(more > 0 ? [`(${more} more are left out)`] : []),
  ].join("\n");
}

function lineOf(
  path: string,
  { range, severity, message, source, code }: vscode.Diagnostic,
): string {
  const kind = severity === vscode.DiagnosticSeverity.Error ? "error" : "warning";
  const rule = typeof code === "object" ? code.value : code;
  const by = [source, rule].filter((part) => part !== undefined && part !== "").join(" ");
  const place = `${path}:${range.start.line + 1}:${range.start.character + 1}`;
  return `${place}: ${kind}: ${message.slice(0, maxMessage)}${by === "" ? "" : ` (${by})`}`;
}

function isWorthTelling({ severity }: vscode.Diagnostic): boolean {
  return severity <= vscode.DiagnosticSeverity.Warning;
}
