import * as vscode from "vscode";

import { runsByName } from "../../../shared/guarded/guardedFiles.ts";
import { groupFiles } from "../../../shared/text/fileGroups.ts";
import type { NamedFile, RestorePlan, RestoreRow } from "./agentEditor.ts";
import { groupedNames, groupText } from "./groupedNames.ts";

const { l10n } = vscode;

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
    own.length === 0 ? nothingText(blocked.length + unknown.length) : listed(own),
    section(l10n.t("Changed since by somebody else; these stay as they are:"), listed(others)),
    section(l10n.t("Not saved in the editor; these stay as they are:"), listed(unsaved)),
    section(l10n.t("Cannot be restored, because there is no copy:"), named(blocked)),
    section(
      l10n.t(
        "Other changes of commands in these folders are unknown, because the folders are too large or took too long to read:",
      ),
      named(unknown),
    ),
    section(l10n.t("Commits since then stay as they are:"), named(commits)),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function nothingText(others: number): string {
  return others === 0 ? l10n.t("No file differs.") : l10n.t("Nothing can be restored.");
}

function section(title: string, text: string): string {
  return text === "" ? "" : `${title}\n${text}`;
}

function listed(rows: readonly RestoreRow[]): string {
  return groupedNames(rows, rowText).join("\n");
}

function named(names: readonly string[]): string {
  const files = names.map((name): NamedFile => ({ name }));
  return groupedNames(files, ({ name }) => name).join("\n");
}

function rowText(row: RestoreRow): string {
  return `${row.name}  ${effectOf(row)}`;
}

function effectOf({ path, isRemoved, isFolder, added, removed }: RestoreRow): string {
  if (isFolder) {
    return isRemoved ? l10n.t("empty folder, is removed") : l10n.t("empty folder");
  }
  if (isRemoved) {
    return l10n.t("is removed");
  }
  const lines = `+${added} −${removed}`;
  return runsByName(path) ? `${lines}, ${l10n.t("can run by itself or in a build")}` : lines;
}

async function chooseFiles(rows: readonly RestoreRow[]): Promise<readonly string[] | undefined> {
  const { own, groups } = groupFiles(rows);
  const items = [
    ...own.map(itemOf),
    ...groups.flatMap(({ name, files }) => [
      { label: groupText(name, files.length), kind: vscode.QuickPickItemKind.Separator },
      ...files.map(itemOf),
    ]),
  ];
  const chosen = await vscode.window.showQuickPick<FileItem>(items, {
    canPickMany: true,
    matchOnDescription: true,
    title: l10n.t("Files to put back as they were before this message"),
  });
  const paths = chosen?.flatMap(({ path }) => path ?? []) ?? [];
  return paths.length > 0 ? paths : undefined;
}

interface FileItem extends vscode.QuickPickItem {
  readonly path?: string;
}

function itemOf(row: RestoreRow): FileItem {
  return {
    label: row.name,
    description: effectOf(row),
    picked: isOwn(row),
    path: row.path,
    ...(row.isUnsaved
      ? { detail: l10n.t("Not saved in the editor: when you save it, you choose between both.") }
      : row.hasOtherChanges && {
          detail: l10n.t("Changed since by somebody else: that change is lost, unless you redo."),
        }),
  };
}
