import * as vscode from "vscode";

import type { LeftOut } from "../../codeIndex/text/sourceFile.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type { CodeIndexState, CodeSearch } from "./codeSearch.ts";
import type { SemanticPhase, SemanticStage } from "./semanticStage.ts";

const { l10n } = vscode;

export function showIndexStatus(search: CodeSearch, semantic: SemanticStage): Disposable {
  const shown = new DisposableStore();
  let item: vscode.LanguageStatusItem | undefined;
  const show = (): void => {
    const { state } = search;
    if (state.state === "idle" || state.state === "off") {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= vscode.languages.createLanguageStatusItem("aiHub.codeIndex", { scheme: "file" });
    item.name = l10n.t("Code index of AI Hub");
    item.text = statusLine(state);
    item.busy = state.state === "building" || semantic.phase === "building";
    const lines = [leftOutLine(state), semanticLine(semantic.phase)];
    item.detail = lines.filter((line) => line !== "").join(" ");
    item.severity =
      state.state === "failed"
        ? vscode.LanguageStatusSeverity.Warning
        : vscode.LanguageStatusSeverity.Information;
    item.command = { command: "aiHub.showCodeIndex", title: l10n.t("Show") };
  };
  shown.add(search.onDidChange(show));
  shown.add(semantic.onDidChange(show));
  shown.add({ dispose: () => item?.dispose() });
  return shown;
}

export function statusLine({ state, files, at, looked }: CodeIndexState): string {
  switch (state) {
    case "off":
      return l10n.t("The code index is turned off (aiHub.index.enabled).");
    case "idle":
      return l10n.t("The code index starts with the first search.");
    case "failed":
      return l10n.t("The code index stopped. Rebuild it to search again.");
    case "building":
      return looked && looked.all > 0
        ? l10n.t(
            "The code index is being built, {0} of {1} files; searches answer from what is there.",
            looked.done,
            looked.all,
          )
        : l10n.t("The code index is being built; searches answer from what is there.");
    default: {
      const time = at === undefined ? "" : new Date(at).toLocaleTimeString(vscode.env.language);
      return l10n.t("{0} files in the code index, as of {1}", files, time);
    }
  }
}

export function leftOutLine({ leftOut, isCut, refusedRules = [] }: CodeIndexState): string {
  const parts = [...leftOut].map(([reason, count]) => `${count} ${leftOutWords()[reason]}`);
  const cut = isCut ? [l10n.t("more files than aiHub.index.maxFiles")] : [];
  const refused =
    refusedRules.length > 0
      ? [l10n.t("all files below unusable ignore rules ({0})", refusedRules.slice(0, 3).join(", "))]
      : [];
  const all = [...parts, ...cut, ...refused];
  return all.length === 0 ? "" : l10n.t("Left out: {0}", all.join(", "));
}

export function semanticLine(phase: SemanticPhase): string {
  switch (phase) {
    case "off":
      return "";
    case "building":
      return l10n.t("The semantic index is being built.");
    case "waiting":
      return l10n.t("The semantic index waits: 80 % of a budget is used.");
    case "capped":
      return l10n.t(
        "More code changed today than the semantic index sends by itself. Build it again to continue.",
      );
    case "failed":
      return l10n.t("The hub did not answer the semantic index. Build it again to continue.");
    default:
      return l10n.t("The semantic index is ready.");
  }
}

function leftOutWords(): Readonly<Record<LeftOut, string>> {
  return {
    tooLarge: l10n.t("too large"),
    binary: l10n.t("not text"),
    data: l10n.t("data"),
    lockFile: l10n.t("lock files"),
    sourceMap: l10n.t("source maps"),
    secret: l10n.t("secret"),
    unreadable: l10n.t("unreadable"),
  };
}
