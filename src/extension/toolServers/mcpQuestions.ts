import * as vscode from "vscode";

import {
  type ElicitedField,
  elicitedValue,
  type Elicitation,
} from "../../agent/mcpClient/elicitation.ts";
import type { ToolChange } from "../../agent/mcpClient/toolPins.ts";
import type { PlannedAct } from "../../agent/tools/base/agentTool.ts";
import { visibleLines, visibleText } from "../../shared/text/visibleText.ts";

const { l10n } = vscode;

/** Asks before a server starts, and shows everything that decides what starts. */
export async function askToStart({ mcp, detail }: PlannedAct): Promise<boolean> {
  const start = l10n.t("Start");
  const answer = await vscode.window.showWarningMessage(
    l10n.t("Start the MCP server “{0}”?", mcp?.server ?? ""),
    {
      modal: true,
      detail: `${visibleLines(detail)}\n\n${l10n.t("AI Hub asks again when any of this changes.")}`,
    },
    start,
  );
  return answer === start;
}

/** Shows everything that a model would read about the tools; nothing is preselected. */
export async function reviewTools(
  server: string,
  changes: readonly ToolChange[],
): Promise<readonly string[]> {
  const content = changes
    .map(({ kind, tool, detail }) => {
      const name = visibleText(tool.name);
      const title = kind === "new" ? l10n.t("New: {0}", name) : l10n.t("Changed: {0}", name);
      return `${title}\n\n${detail}`;
    })
    .join("\n\n────────\n\n");
  const document = await vscode.workspace.openTextDocument({ content, language: "diff" });
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
  const picked = await vscode.window.showQuickPick(
    changes.map(({ kind, tool }) => ({
      label: visibleText(tool.name),
      description: kind === "new" ? l10n.t("new") : l10n.t("changed"),
      name: tool.name,
    })),
    {
      title: l10n.t("Tools of “{0}” that the agent may have", server),
      placeHolder: l10n.t("Read their descriptions in the editor, then choose."),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  return (picked ?? []).map(({ name }) => name);
}

/** Asks a server's question field by field; leaving a field cancels. */
export async function askElicited({
  server,
  message,
  fields,
}: Elicitation): Promise<Readonly<Record<string, string | number | boolean>> | undefined> {
  const title = l10n.t("The MCP server “{0}” asks", server);
  if (fields.length === 0) {
    const answer = l10n.t("Agree");
    const given = await vscode.window.showInformationMessage(
      title,
      { modal: true, detail: message },
      answer,
    );
    return given === answer ? {} : undefined;
  }
  const answers: Record<string, string | number | boolean> = {};
  for (const field of fields) {
    const text = await askField(field, title, message);
    const value = text === undefined || text === "" ? undefined : elicitedValue(field, text);
    if (text === undefined || (value === undefined && needsValue(field, text))) {
      return undefined;
    }
    if (value !== undefined) {
      answers[field.name] = value;
    }
  }
  return answers;
}

function needsValue({ isRequired, initial }: ElicitedField, text: string): boolean {
  return isRequired || (text !== "" && initial !== undefined);
}

async function askField(
  field: ElicitedField,
  title: string,
  message: string,
): Promise<string | undefined> {
  const options = field.kind === "flag" ? ["true", "false"] : field.options;
  if (options.length > 0) {
    const items = options.map((value) => ({ label: visibleText(value), value }));
    const placeHolder = `${message} ${field.label}`;
    const picked = await vscode.window.showQuickPick(items, {
      title,
      placeHolder,
      ignoreFocusOut: true,
    });
    return picked?.value;
  }
  return await vscode.window.showInputBox({
    title,
    prompt: `${message} ${field.label}`,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text === "" || elicitedValue(field, text) !== undefined
        ? undefined
        : l10n.t("This needs a number."),
  });
}
