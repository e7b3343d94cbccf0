import * as vscode from "vscode";

import { runsByName } from "../../../shared/guarded/guardedFiles.ts";
import type { RestorePlan, RestoreRow } from "./agentEditor.ts";

const { l10n } = vscode;
const maxRows = 12;

/**
 * Previews a restore and returns the absolute paths to restore; undefined if cancelled. Files that somebody else
 * changed, or that are unsaved, are not selected unless the person selects them.
 */
export async function askRestore(plan: RestorePlan): Promise<readonly string[] | undefined> {
  const own = plan.rows.filter(isOwn);
  const restore = l10n.t("Restore");
  const choose = l10n.t("Choose Files…");
  const answer = await vscode.window.showWarningMessage(
    l10n.t("Put {0} files back as they were before this message?", own.length),
    { modal: true, detail: detailOf(plan, own) },
    ...(own.length > 0 ? [restore] : []),
    ...(plan.rows.length > 0 ? [choose] : []),
  );
  if (answer === choose) {
    return await chooseFiles(plan.rows);
  }
  return answer === restore ? own.map(({ path }) => path) : undefined;
}

function isOwn({ hasOtherChanges, isUnsaved }: RestoreRow): boolean {
  return !hasOtherChanges && !isUnsaved;
}

function detailOf(
  { rows, blocked, unknown, commits }: RestorePlan,
  own: readonly RestoreRow[],
): string {
  const unsaved = rows.filter(({ isUnsaved }) => isUnsaved);
  const others = rows.filter((row) => !own.includes(row) && !unsaved.includes(row));
  return [
    own.length === 0 ? nothingText(blocked.length + unknown.length) : listed(own.map(rowText)),
    section(l10n.t("Changed since by another hand, and left as they are:"), others.map(rowText)),
    section(l10n.t("Not saved in the editor, and left as they are:"), unsaved.map(rowText)),
    section(l10n.t("Cannot come back, as nobody kept it:"), blocked),
    section(
      l10n.t(
        "What else commands changed in these folders is not known, as they took too long to look at or are too large:",
      ),
      unknown,
    ),
    section(l10n.t("Commits since then stay as they are:"), commits),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function nothingText(others: number): string {
  return others === 0 ? l10n.t("No file differs.") : l10n.t("Nothing that can be put back.");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}\n${listed(lines)}`;
}

function listed(lines: readonly string[]): string {
  const more = lines.length - maxRows;
  const shown = more > 0 ? [...lines.slice(0, maxRows), l10n.t("… and {0} more", more)] : lines;
  return shown.join("\n");
}

function rowText(row: RestoreRow): string {
  return `${row.name}  ${effectOf(row)}`;
}

function effectOf({ path, isRemoved, added, removed }: RestoreRow): string {
  if (isRemoved) {
    return l10n.t("is removed");
  }
  const lines = `+${added} −${removed}`;
  return runsByName(path) ? `${lines}, ${l10n.t("can run by itself or in a build")}` : lines;
}

async function chooseFiles(rows: readonly RestoreRow[]): Promise<readonly string[] | undefined> {
  const items = rows.map((row) => ({
    label: row.name,
    description: effectOf(row),
    picked: isOwn(row),
    path: row.path,
    ...(row.isUnsaved
      ? { detail: l10n.t("Not saved in the editor: when you save it, you choose between both.") }
      : row.hasOtherChanges && {
          detail: l10n.t("Changed since by another hand: that is lost, until you redo."),
        }),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    matchOnDescription: true,
    title: l10n.t("Files to put back as they were before this message"),
  });
  return chosen && chosen.length > 0 ? chosen.map(({ path }) => path) : undefined;
}
