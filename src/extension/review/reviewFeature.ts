import * as vscode from "vscode";

import { reviewCommandNames } from "../editor/commandNames.ts";
import { laterCommands, LaterPart } from "../editor/laterPart.ts";
import type { LoadReview, ReviewCommands, ReviewDeps } from "./reviewPart.ts";

/** Findings of a model in the changes, as comments of the editor. Loads its code at first use. */
export function createReviewFeature(
  deps: ReviewDeps,
  load: LoadReview | undefined,
): { readonly commands: ReviewCommands } {
  if (!load) {
    return { commands: laterCommands(reviewCommandNames, () => Promise.resolve(noReview)) };
  }
  const part = new LaterPart(() => load(deps));
  deps.context.subscriptions.push(part);
  return { commands: laterCommands(reviewCommandNames, () => part.get()) };
}

const nothing = (): Promise<void> => Promise.resolve();

const noReview: { readonly commands: ReviewCommands } = {
  commands: {
    reviewChanges: async () =>
      await vscode.window.showInformationMessage(
        vscode.l10n.t("There is no git repository open here."),
      ),
    fixFinding: nothing,
    dismissFinding: nothing,
    dismissFindings: nothing,
  },
};
