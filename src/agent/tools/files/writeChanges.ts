import type { Checkpoints } from "../../checkpoints/checkpoints.ts";
import { failed, type ToolResult } from "../base/agentTool.ts";
import type { FileChange } from "../base/fileChange.ts";
import type { FileLedger } from "../base/fileLedger.ts";
import { problemText } from "../base/fileTexts.ts";
import type { FileProblem, FileText, Workspace, WorkspacePath } from "../base/workspace.ts";
import { savedFirst } from "./savedFirst.ts";

interface Files {
  readonly workspace: Workspace;
  readonly ledger: FileLedger;
}

export interface WriteDeps extends Files {
  /** Absent: nothing can be undone. */
  readonly checkpoints?: Checkpoints | undefined;
  /** `texts` are read after the write and its formatters, in the order of the changes. */
  readonly report: (texts: readonly string[]) => string;
}

/** All changes or none: saves the person's changes, checks every file again, and stores the contents for a restore. */
export async function writeChanges(
  planned: readonly FileChange[],
  deps: WriteDeps,
): Promise<ToolResult> {
  const { workspace, checkpoints } = deps;
  const changes = await savedFirst(planned, workspace);
  if (typeof changes === "string") {
    return failed(changes);
  }
  for (const { path, before, movedTo } of changes) {
    const isThere = await isSamePlace(path, workspace);
    const now = await workspace.read(path);
    const hash = "hash" in now ? now.hash : undefined;
    if (
      !isThere ||
      hash !== before?.hash ||
      (movedTo && !(await isSamePlace(movedTo, workspace)))
    ) {
      return failed(problemText(path, { problem: "changed" }));
    }
  }
  const paths = changes.flatMap(({ path, movedTo }) => [
    path.real,
    ...(movedTo ? [movedTo.real] : []),
  ]);
  try {
    await checkpoints?.before(paths);
  } catch {
    return failed(notKeptText);
  }
  try {
    return await writeEach(changes, deps);
  } finally {
    // The change is made. Without the record, a restore asks the person about these files.
    await checkpoints?.after(paths).catch(() => undefined);
  }
}

/** A folder may have become a link meanwhile. */
async function isSamePlace(path: WorkspacePath, workspace: Workspace): Promise<boolean> {
  const { real, isInside } = await workspace.locate(path.named);
  return real === path.real && isInside === path.isInside;
}

const notKeptText =
  "Not done, nothing was changed. What stands there could not be kept for going back: the disk may be full.";

/** Undoes the written changes if one file fails. */
async function writeEach(
  changes: readonly FileChange[],
  { workspace, ledger, report }: WriteDeps,
): Promise<ToolResult> {
  const written: FileChange[] = [];
  const texts: string[] = [];
  for (const change of changes) {
    const done = await writeOne(change, { workspace, ledger });
    if ("problem" in done) {
      const { problem, written: half } = done;
      const lost = await takeBack(half ? [...written, half] : written, { workspace, ledger });
      return failed(
        lost.length === 0
          ? problem
          : `${problem} These were changed and could not be taken back: ${lost.join(", ")}`,
      );
    }
    written.push(change);
    texts.push(done.text);
  }
  return { isError: false, text: report(texts) };
}

async function writeOne(
  { path, before, after, movedTo }: FileChange,
  { workspace, ledger }: Files,
): Promise<
  { readonly text: string } | { readonly problem: string; readonly written?: FileChange }
> {
  if (after === undefined) {
    const problem = await removeOne(path, before?.hash ?? "", { workspace, ledger });
    return problem === undefined ? { text: "" } : { problem };
  }
  const written = await writeText(path, before, after, { workspace, ledger });
  if ("problem" in written) {
    return { problem: problemText(path, written) };
  }
  const { text, hash } = written;
  const problem = movedTo && (await moveOne({ path, movedTo, hash }, { workspace, ledger }));
  if (problem === undefined) {
    return { text };
  }
  return { problem, ...(before?.text !== after && { written: { path, before, after } }) };
}

async function writeText(
  path: WorkspacePath,
  before: FileText | undefined,
  after: string,
  { workspace, ledger }: Files,
): Promise<FileText | FileProblem> {
  if (before?.text === after) {
    return before;
  }
  const written = await workspace.write(path, after, before?.hash);
  if ("hash" in written) {
    ledger.noteWritten(path, written.hash, before === undefined);
  }
  return written;
}

async function removeOne(
  path: WorkspacePath,
  hash: string,
  { workspace, ledger }: Files,
): Promise<string | undefined> {
  const problem = await workspace.remove(path, hash);
  if (problem) {
    return problemText(path, problem);
  }
  ledger.noteRemoved(path);
  return undefined;
}

async function moveOne(
  {
    path,
    movedTo,
    hash,
  }: { readonly path: WorkspacePath; readonly movedTo: WorkspacePath; readonly hash: string },
  { workspace, ledger }: Files,
): Promise<string | undefined> {
  const isMade = ledger.hasMade(path);
  const problem = await workspace.move(path, movedTo, hash);
  if (problem) {
    return problemText(movedTo, problem);
  }
  ledger.noteRemoved(path);
  ledger.noteWritten(movedTo, hash, isMade);
  return undefined;
}

async function takeBack(written: readonly FileChange[], deps: Files): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const change of written.toReversed()) {
    if (!(await isTakenBack(change, deps))) {
      lost.push((change.movedTo ?? change.path).shown);
    }
  }
  return lost;
}

async function isTakenBack(
  { path, before, after, movedTo }: FileChange,
  { workspace, ledger }: Files,
): Promise<boolean> {
  const hash = ledger.hashOf(movedTo ?? path) ?? "";
  if (movedTo && (await workspace.move(movedTo, path, hash))) {
    return false;
  }
  if (before === undefined) {
    return (await workspace.remove(path, hash)) === undefined;
  }
  const result = await workspace.write(path, before.text, after === undefined ? undefined : hash);
  if ("problem" in result) {
    return false;
  }
  ledger.noteWritten(path, result.hash, false);
  return true;
}
