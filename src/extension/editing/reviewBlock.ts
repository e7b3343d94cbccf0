import * as vscode from "vscode";

import { linesOf } from "../../edits/fileLines.ts";
import { type CodeToApply, placeBlock } from "../../edits/place/placeBlock.ts";
import { showDoubt } from "./doubtfulBlock.ts";
import { mayChange } from "./mayChange.ts";
import type { Reviews } from "./review/reviews.ts";

const maxDocument = 5_000_000;

/**
 * `noText`: the file is not text, too large or gone; `noPlace`: the code's place is unknown; `declined`: the person
 * refused.
 */
type ReviewOutcome = "shown" | "declined" | "same" | "noPlace" | "noText";

/** Shows a block as changes of its file. If the place is a guess, shows a comparison with nothing to accept. */
export async function reviewBlock(
  uri: vscode.Uri,
  block: CodeToApply,
  reviews: Reviews,
): Promise<ReviewOutcome> {
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    // Callers treat all failures alike.
    return "noText";
  }
  const text = document.getText();
  const lines = linesOf(text);
  const placed =
    text.length > maxDocument
      ? undefined
      : placeBlock(lines, { ...block, fileLanguage: document.languageId });
  if (!placed) {
    return "noPlace";
  }
  const { lines: after, doubt } = placed;
  if (doubt === undefined && after.join("\n") === lines.join("\n")) {
    return "same";
  }
  if (!(await mayChange(uri))) {
    return "declined";
  }
  if (doubt === undefined) {
    await reviews.show(uri, lines, after);
  } else {
    await showDoubt(reviews, uri, { before: lines, after, doubt });
  }
  return "shown";
}
