import * as vscode from "vscode";

import { textAttachment } from "../files/fileAttachments.ts";
import type { WorkspaceFiles } from "../files/workspaceFiles.ts";
import type { Offer } from "./offer.ts";

const { l10n } = vscode;

const maxProblems = 200;
const maxMessage = 2_000;

type FileProblems = readonly [uri: vscode.Uri, problems: readonly vscode.Diagnostic[]];

type Files = Pick<WorkspaceFiles, "excludes">;

export function problemOffers(files: Files): readonly Offer[] {
  const all = vscode.languages
    .getDiagnostics()
    .map(([uri, problems]): FileProblems => [uri, problems.filter(isWorthTelling)])
    .filter(([, problems]) => problems.length > 0);
  const activeUri = vscode.window.activeTextEditor?.document.uri.toString();
  const ofFile = all.filter(([uri]) => uri.toString() === activeUri);
  return [
    ...(ofFile.length > 0 && all.length > 1
      ? [offerOf(files, ofFile, l10n.t("Problems of this file"))]
      : []),
    ...(all.length > 0 ? [offerOf(files, all, l10n.t("Problems"))] : []),
  ];
}

export function problemsText(uri: vscode.Uri): string | undefined {
  const problems = vscode.languages.getDiagnostics(uri).filter(isWorthTelling);
  return problems.length === 0 ? undefined : textOf([[uri, problems]]);
}

function offerOf(files: Files, found: readonly FileProblems[], label: string): Offer {
  const count = found.reduce((sum, [, problems]) => sum + problems.length, 0);
  const places = found.map(([uri]) => vscode.workspace.asRelativePath(uri)).slice(0, 5);
  return {
    source: "problems",
    label,
    detail: `${count} · ${places.join(", ")}`,
    attach: async () => {
      const text = textOf(await withoutExcluded(files, found));
      return [textAttachment({ kind: "problems", path: label, languageId: "text" }, text)];
    },
  };
}

async function withoutExcluded(
  files: Files,
  found: readonly FileProblems[],
): Promise<readonly FileProblems[]> {
  const isOut = await Promise.all(found.map(([uri]) => files.excludes(uri)));
  return found.filter((_, at) => isOut[at] !== true);
}

function textOf(found: readonly FileProblems[]): string {
  const lines = found.flatMap(([uri, problems]) => {
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
