import { l10n } from "vscode";

import { groupFiles } from "../../../shared/text/fileGroups.ts";
import type { NamedFile } from "./agentEditor.ts";

const maxRows = 12;

export function groupText(folder: string, count: number): string {
  return folder === ""
    ? l10n.t("{0} generated or ignored", count)
    : l10n.t("{0} in {1}", count, folder);
}

/** A line for each of the first files; generated and ignored files follow as a line per folder. */
export function groupedNames<T extends NamedFile>(
  files: readonly T[],
  textOf: (file: T) => string,
): readonly string[] {
  const { own, groups } = groupFiles(files);
  const more = own.length - maxRows;
  return [
    ...own.slice(0, maxRows).map(textOf),
    ...(more > 0 ? [l10n.t("… and {0} more", more)] : []),
    ...groups.map(({ name, files: { length } }) => groupText(name, length)),
  ];
}
