import type { FileChange } from "../base/fileChange.ts";
import { problemText } from "../base/fileTexts.ts";
import type { Workspace } from "../base/workspace.ts";

const byteOrderMark = "\u{FEFF}";

/**
 * Saves first, so that an undo restores the unsaved changes. Returns a text for the model if a file is not as the card
 * showed it.
 */
export async function savedFirst(
  changes: readonly FileChange[],
  workspace: Workspace,
): Promise<readonly FileChange[] | string> {
  const ready: FileChange[] = [];
  for (const change of changes) {
    const one = change.before?.isUnsaved ? await savedOne(change, workspace) : change;
    if (typeof one === "string") {
      return one;
    }
    ready.push(one);
  }
  return ready;
}

async function savedOne(change: FileChange, workspace: Workspace): Promise<FileChange | string> {
  const { path, before, after } = change;
  const saved = await workspace.save?.(path, before?.hash ?? "");
  if (saved === undefined || "problem" in saved) {
    return problemText(path, saved ?? { problem: "unsaved" });
  }
  // The editor's text lacks the file's byte order mark.
  const mark = saved.text.startsWith(byteOrderMark) ? byteOrderMark : "";
  if (saved.text !== mark + (before?.text ?? "")) {
    return (
      `Not done. The person's changes in ${path.shown} were saved, and saving changed the file, so it is not as the ` +
      "person saw it. Read it again."
    );
  }
  return { ...change, before: saved, after: after === undefined ? undefined : mark + after };
}
