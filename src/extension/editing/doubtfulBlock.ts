import * as vscode from "vscode";

import type { Doubt } from "../../edits/place/checkResult.ts";
import { plainText } from "../editor/plainText.ts";
import type { Reviews } from "./review/reviews.ts";

const { l10n } = vscode;

interface DoubtfulChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly doubt: Doubt;
}

/**
 * Compares the whole file with a result that may break it, and names the reason. Accepting single changes requires a
 * review on demand.
 */
export async function showDoubt(
  reviews: Reviews,
  target: vscode.Uri,
  { before, after, doubt }: DoubtfulChange,
): Promise<void> {
  await reviews.compareOnly(target, after);
  void offerReview(reviews, target, { before, after, doubt });
}

async function offerReview(
  reviews: Reviews,
  target: vscode.Uri,
  { before, after, doubt }: DoubtfulChange,
): Promise<void> {
  const review = l10n.t("Review Change by Change");
  const name = plainText(target.path.split("/").at(-1) ?? "");
  const reason = reasonFor(doubt, name);
  const answer = await vscode.window.showWarningMessage(
    `${reason} ${l10n.t("Nothing was changed: compare the whole file first.")}`,
    review,
  );
  if (answer === review) {
    await reviews.show(target, before, after);
  }
}

function reasonFor(doubt: Doubt, name: string): string {
  switch (doubt) {
    case "unbalanced":
      return l10n.t(
        "With this code {0} would have a bracket or a string that nothing closes.",
        name,
      );
    case "unclear":
      return l10n.t("It is not clear what this code replaces in {0}.", name);
    case "shrinks":
      return l10n.t("With this code {0} would lose more than half of what it has.", name);
    case "leftOut":
      return l10n.t("This code says that parts are left out, and {0} would lose them.", name);
    default:
      return doubt satisfies never;
  }
}
