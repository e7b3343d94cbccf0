import * as vscode from "vscode";

import { addAttachments } from "../context/addContext.ts";
import { attachFile } from "../context/fileAttachments.ts";
import type { WorkspaceFiles } from "../context/workspaceFiles.ts";
import type { Command } from "../editor/commandNames.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import type { CodeSearch } from "./codeSearch.ts";
import { leftOutLine, statusLine } from "./indexStatus.ts";
import { showSearchPick } from "./searchPick.ts";

const { l10n } = vscode;

export interface CodeIndexFeature {
  /** The commands, by their names in `commandNames`. */
  readonly commands: Readonly<
    Record<"searchCode" | "showCodeIndex" | "rebuildCodeIndex" | "deleteCodeIndex", Command>
  >;
}

/** The commands of the search in the workspace's code. */
export function createCodeIndexFeature(
  { clock, places }: Pick<FeatureDeps, "clock" | "places">,
  search: CodeSearch | undefined,
  files: WorkspaceFiles,
): CodeIndexFeature {
  if (!search) {
    return { commands: withoutIndex };
  }
  const rebuild = (): Promise<unknown> => rebuildNow(search);
  const forget = async (): Promise<void> => {
    await search.forget();
    void vscode.window.showInformationMessage(
      l10n.t("The code index is deleted. The next search builds it again."),
    );
  };
  return {
    commands: {
      searchCode: () => {
        showSearchPick({
          search,
          clock,
          addToChat: async (lines) => {
            await addAttachments(places.active(), await attachFile(lines.uri, files, lines));
            await places.focus();
          },
        });
        return Promise.resolve();
      },
      showCodeIndex: async () => {
        search.start();
        const [rebuildIt, deleteIt] = [l10n.t("Rebuild"), l10n.t("Delete")];
        const { state } = search;
        const lines = [statusLine(state), leftOutLine(state)].filter((line) => line !== "");
        const text = lines.join(" ");
        const chosen = await vscode.window.showInformationMessage(text, rebuildIt, deleteIt);
        await (chosen === rebuildIt ? rebuild() : chosen === deleteIt ? forget() : undefined);
      },
      rebuildCodeIndex: rebuild,
      deleteCodeIndex: forget,
    },
  };
}

const notHere: Command = async () =>
  await vscode.window.showInformationMessage(
    l10n.t("The code index needs a disk, which this editor in the browser does not have."),
  );

const withoutIndex: CodeIndexFeature["commands"] = {
  searchCode: notHere,
  showCodeIndex: notHere,
  rebuildCodeIndex: notHere,
  deleteCodeIndex: notHere,
};

async function rebuildNow(search: CodeSearch): Promise<unknown> {
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t("Rebuilding the code index") },
    async () => await search.rebuild(),
  );
}
