import * as vscode from "vscode";

import { addAttachments } from "../context/files/addContext.ts";
import { attachFile } from "../context/files/fileAttachments.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import type { Command } from "../editor/commandNames.ts";
import { loadPart } from "../editor/laterPart.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import type { CodeSearch } from "./codeSearch.ts";
import { leftOutLine, semanticLine, statusLine } from "./indexStatus.ts";
import type { SemanticCommandDeps } from "./semanticCommands.ts";
import type { SemanticStage } from "./semanticStage.ts";

const { l10n } = vscode;

export interface CodeIndexFeature {
  readonly commands: Readonly<
    Record<
      | "searchCode"
      | "showCodeIndex"
      | "rebuildCodeIndex"
      | "deleteCodeIndex"
      | "buildSemanticIndex"
      | "deleteSemanticIndex",
      Command
    >
  >;
}

export interface CodeIndexParts {
  readonly search: CodeSearch;
  readonly stage: SemanticStage;
}

export function createCodeIndexFeature(
  { clock, places, models }: Pick<FeatureDeps, "clock" | "places" | "models">,
  { search, stage }: CodeIndexParts,
  files: WorkspaceFiles,
): CodeIndexFeature {
  const rebuild = (): Promise<unknown> => rebuildNow(search);
  const semantic: SemanticCommandDeps = {
    stage,
    models: async () => (await models.list({ refresh: false })).models,
    indexState: () => search.state,
  };
  const forget = async (): Promise<void> => {
    await stage.forget();
    await search.forget();
    void vscode.window.showInformationMessage(
      l10n.t("The code index is deleted. The next search builds it again."),
    );
  };
  return {
    commands: {
      searchCode: async () => {
        const { showSearchPick } = await loadPart(() => import("./searchPick.ts"));
        showSearchPick({
          search,
          clock,
          rebuild,
          addToChat: async (lines) => {
            await addAttachments(places.active(), await attachFile(lines.uri, files, lines));
            await places.focus();
          },
        });
      },
      showCodeIndex: async () => {
        search.start();
        const [rebuildIt, deleteIt] = [l10n.t("Rebuild"), l10n.t("Delete")];
        const { state } = search;
        const all = [statusLine(state), leftOutLine(state), semanticLine(stage.phase)];
        const lines = all.filter((line) => line !== "");
        const text = lines.join(" ");
        const chosen = await vscode.window.showInformationMessage(text, rebuildIt, deleteIt);
        await (chosen === rebuildIt ? rebuild() : chosen === deleteIt ? forget() : undefined);
      },
      rebuildCodeIndex: rebuild,
      deleteCodeIndex: forget,
      buildSemanticIndex: async () => {
        const { buildSemanticIndex } = await loadPart(() => import("./semanticCommands.ts"));
        await buildSemanticIndex(semantic);
      },
      deleteSemanticIndex: async () => {
        const { deleteSemanticIndex } = await loadPart(() => import("./semanticCommands.ts"));
        await deleteSemanticIndex(semantic);
      },
    },
  };
}

async function rebuildNow(search: CodeSearch): Promise<unknown> {
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t("Rebuilding the code index") },
    async () => await search.rebuild(),
  );
}
