import * as vscode from "vscode";

const { l10n } = vscode;

export interface Place {
  readonly uri: string;
  readonly startLine: number;
  readonly endLine: number;
}

const offeredKinds = [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.Empty];

export function registerQuickFixes(): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    [
      { scheme: "file" },
      { scheme: "untitled" },
      { scheme: "vscode-remote" },
      { scheme: "vscode-vfs" },
    ],
    { provideCodeActions: actionsFor },
    { providedCodeActionKinds: offeredKinds },
  );
}

function actionsFor(
  document: vscode.TextDocument,
  range: vscode.Range | vscode.Selection,
  { diagnostics, only }: vscode.CodeActionContext,
): vscode.CodeAction[] {
  const { QuickFix, Empty } = vscode.CodeActionKind;
  const offers = (kind: vscode.CodeActionKind): boolean =>
    only === undefined || only.contains(kind);
  const place = placeOf(document, range, diagnostics);
  const hasProblems = diagnostics.length > 0;
  // A selection may have no problem: then the actions are not quick fixes.
  const kind = hasProblems ? QuickFix : Empty;
  const isOffered = hasProblems || !range.isEmpty;
  const problems = [...diagnostics];
  return [
    ...(hasProblems && offers(kind)
      ? [action({ title: l10n.t("Fix here with AI Hub"), name: "fixHere", kind }, place, problems)]
      : []),
    ...(isOffered && offers(kind)
      ? [
          action({ title: l10n.t("Fix with AI Hub"), name: "fix", kind }, place, problems),
          action({ title: l10n.t("Explain with AI Hub"), name: "explain", kind }, place, problems),
        ]
      : []),
    ...(isOffered && offers(Empty)
      ? [action({ title: l10n.t("Ask AI Hub"), name: "ask", kind: Empty }, place, [])]
      : []),
  ];
}

function action(
  what: { readonly title: string; readonly name: string; readonly kind: vscode.CodeActionKind },
  place: Place,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction {
  const created = new vscode.CodeAction(what.title, what.kind);
  created.command = { title: what.title, command: `aiHub.${what.name}`, arguments: [place] };
  created.diagnostics = diagnostics;
  return created;
}

function placeOf(
  document: vscode.TextDocument,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
): Place {
  const ranges = [range, ...diagnostics.map((diagnostic) => diagnostic.range)];
  return {
    uri: document.uri.toString(),
    startLine: Math.min(...ranges.map(({ start }) => start.line)),
    endLine: Math.max(...ranges.map(({ end }) => end.line)),
  };
}
