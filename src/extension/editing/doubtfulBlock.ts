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
 * Opens a comparison of the whole file with a result that may break it, and names the reason. The person can open a
 * review of single changes from it.
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
      return l10n.t("This code leaves an unclosed bracket or string in {0}.", name);
    case "unclear":
      return l10n.t("It is not clear what this code replaces in {0}.", name);
    case "shrinks":
      return l10n.t("This code removes more than half of {0}.", name);
    case "leftOut":
      return l10n.t("This code omits parts, and {0} would lose them.", name);
    default:
      return doubt satisfies never;
  }
}
