import * as vscode from "vscode";

const maxMessage = 2_000;

const severities: Readonly<Record<vscode.DiagnosticSeverity, string>> = {
  [vscode.DiagnosticSeverity.Error]: "error",
  [vscode.DiagnosticSeverity.Warning]: "warning",
  [vscode.DiagnosticSeverity.Information]: "info",
  [vscode.DiagnosticSeverity.Hint]: "hint",
};

/** Problems in the format of compilers, one per line. */
export function problemsText(path: string, problems: readonly vscode.Diagnostic[]): string {
  return problems.map((problem) => lineOf(path, problem)).join("\n");
}

function lineOf(
  path: string,
  { range, severity, source, code, message }: vscode.Diagnostic,
): string {
  const place = `${path}:${range.start.line + 1}:${range.start.character + 1}`;
  const number = typeof code === "object" ? code.value : code;
  const origin = [source, number].filter((part) => part !== undefined && part !== "").join(" ");
  const text = message.slice(0, maxMessage).replaceAll(/\s*\n\s*/gu, " ");
  return `${place}: ${severities[severity]}: ${text}${origin === "" ? "" : ` [${origin}]`}`;
}
