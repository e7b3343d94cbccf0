import * as vscode from "vscode";

import type { GitRepository } from "../editing/commit/gitApi.ts";
import type { ReviewRange } from "./changedFiles.ts";

const { l10n } = vscode;

/** Branches for the comparison if Git does not know the base. */
const usualBases = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];

/** Undefined if the person leaves the menu. */
export async function chooseRange(repository: GitRepository): Promise<ReviewRange | undefined> {
  const { indexChanges, HEAD } = repository.state;
  const base = await baseOf(repository, HEAD?.name);
  const staged = indexChanges.length;
  const items: (vscode.QuickPickItem & { readonly range: ReviewRange })[] = [
    {
      label: l10n.t("Open changes"),
      description: l10n.t("everything since the last commit"),
      range: { kind: "since", commit: "HEAD" },
    },
    ...(staged === 0
      ? []
      : [{ label: l10n.t("Staged changes"), range: { kind: "staged" } as const }]),
    ...(base === undefined
      ? []
      : [
          {
            label: l10n.t("This branch"),
            description: l10n.t("everything since {0}", base.name),
            range: { kind: "since", commit: base.commit } as const,
          },
        ]),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t("Review Changes"),
    placeHolder: l10n.t("Which changes?"),
  });
  return picked?.range;
}

async function baseOf(
  repository: GitRepository,
  branch: string | undefined,
): Promise<{ readonly name: string; readonly commit: string } | undefined> {
  if (branch === undefined) {
    return undefined;
  }
  const known = await repository.getBranchBase?.(branch).catch(() => undefined);
  const name = known?.remote === undefined ? known?.name : `${known.remote}/${known.name ?? ""}`;
  for (const one of [...(name === undefined ? [] : [name]), ...usualBases]) {
    const commit =
      one === branch
        ? undefined
        : await repository.getMergeBase(one, "HEAD").catch(() => undefined);
    if (commit !== undefined && commit !== "") {
      return { name: one, commit };
    }
  }
  return undefined;
}
