import * as vscode from "vscode";

import type { ChangeReview } from "../../editing/review/changeReview.ts";
import { endRow, goTo, type Step } from "../../editing/review/changeSteps.ts";

export interface Beside {
  /** Addresses in the order of the steps; after the last, the first one follows. */
  readonly addresses: readonly string[];
  readonly shown: vscode.Uri | undefined;
  readonly step: Step;
  readonly reviewOf: (document: vscode.TextDocument) => Promise<ChangeReview | undefined>;
}

/**
 * Opens the next file with changes in its text; skips deleted files and files without text. False if there is no such
 * file.
 */
export async function openBeside({ addresses, shown, step, reviewOf }: Beside): Promise<boolean> {
  const all = step > 0 ? addresses : addresses.toReversed();
  const start = all.indexOf(shown?.toString() ?? "") + 1;
  for (const address of [...all.slice(start), ...all.slice(0, start)]) {
    const document = await openOrUndefined(address);
    const review = document && (await reviewOf(document));
    const row = review && endRow(review, step);
    if (document && row !== undefined) {
      goTo(await vscode.window.showTextDocument(document, { preview: false }), row);
      return true;
    }
  }
  return false;
}

async function openOrUndefined(address: string): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(vscode.Uri.parse(address, true));
  } catch {
    return undefined;
  }
}
