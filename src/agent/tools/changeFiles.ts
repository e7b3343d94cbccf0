import { dropsMost, refusedContent } from "../../edits/refusedContent.ts";
import type { Checkpoints } from "../checkpoints/checkpoints.ts";
import { runsByContent } from "../trust/contentAct.ts";
import { type Act } from "../trust/levels.ts";
import { writeAct } from "../trust/pathTrust.ts";
import {
  failed,
  type PlannedFile,
  type Preparation,
  refused,
  type ToolResult,
} from "./agentTool.ts";
import type { FileChange } from "./fileChange.ts";
import type { FileLedger } from "./fileLedger.ts";
import { problemText, shownDiff } from "./fileTexts.ts";
import { savedFirst } from "./savedFirst.ts";
import type { FileProblem, FileText, Workspace, WorkspacePath } from "./workspace.ts";

export interface ChangeDeps {
  readonly workspace: Workspace;
  readonly ledger: FileLedger;
  /** Absent: nothing can be undone. */
  readonly checkpoints?: Checkpoints | undefined;
  /** Tokens for masked values in a text; those that came back unrestored are unknown and must not be written. */
  readonly maskTokens?: ((text: string) => readonly string[]) | undefined;
}

interface ReportingDeps extends ChangeDeps {
  /** The result of the call; `texts` are the files as they now stand, formatters included, in the order of the changes. */
  readonly report: (texts: readonly string[]) => string;
}

const order: readonly Act[] = ["read", "edit", "delete", "runnable", "outside", "forbidden"];

/** A call that changes files, ready for the person and for the disk: all of them or none. */
export function plannedChange(
  changes: readonly FileChange[],
  title: string,
  deps: ReportingDeps,
): Preparation {
  for (const { path, before, after } of changes) {
    const language = /[^./]+$/u.exec(path.shown)?.[0] ?? "";
    const wrong =
      after === undefined
        ? undefined
        : refusedContent({
            before: before?.text ?? "",
            after,
            language,
            maskTokens: deps.maskTokens,
          });
    if (wrong) {
      return refused(wrongText(path, wrong));
    }
  }
  const saves = changes.flatMap(({ path, before }) => (before?.isUnsaved ? [path.shown] : []));
  return {
    kind: "ready",
    planned: {
      ...(saves.length > 0 && { saves }),
      act: worstAct(changes, deps.ledger),
      alwaysAsks: changes.some(
        ({ before, after }) =>
          before !== undefined && after !== undefined && dropsMost(before.text, after),
      ),
      paths: changes.flatMap(({ path, movedTo }) => [
        path.shown,
        ...(movedTo ? [movedTo.shown] : []),
      ]),
      ...(deps.checkpoints === undefined && { notUndoable: true as const }),
      title,
      detail: changes.map(diffOf).join("\n"),
      files: changes.flatMap(plannedFiles),
    },
    run: () => writeAll(changes, deps),
  };
}

function worstAct(changes: readonly FileChange[], ledger: FileLedger): Act {
  const acts = changes.flatMap((change): Act[] => {
    const { path, after, movedTo } = change;
    const leaves = after === undefined || movedTo !== undefined;
    return [
      writeAct(path),
      ...(movedTo ? [writeAct(movedTo)] : []),
      ...(runsAfter(change) ? ["runnable" as const] : []),
      ...(leaves && !ledger.hasMade(path) ? ["delete" as const] : []),
    ];
  });
  return acts.toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? "edit";
}

/** At a new place, everything of the file is new. */
function runsAfter({ path, before, after, movedTo }: FileChange): boolean {
  const { named, real } = movedTo ?? path;
  const text = movedTo ? undefined : before?.text;
  return after !== undefined && [named, real].some((one) => runsByContent(one, text, after));
}

function diffOf({ path, before, after, movedTo }: FileChange): string {
  const from = before === undefined ? "/dev/null" : path.shown;
  const to = after === undefined ? "/dev/null" : (movedTo ?? path).shown;
  return `--- ${from}\n+++ ${to}\n${shownDiff(before?.text ?? "", after ?? "")}`;
}

function plannedFiles({ path, before, after, movedTo }: FileChange): readonly PlannedFile[] {
  const from = { path: path.real, before: before?.text };
  return movedTo
    ? [
        { ...from, after: undefined },
        { path: movedTo.real, before: undefined, after },
      ]
    : [{ ...from, after }];
}

/** Saves what the person left unsaved, checks every file once more, keeps what stands there for going back, and writes. */
async function writeAll(planned: readonly FileChange[], deps: ReportingDeps): Promise<ToolResult> {
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
    // A full disk, mostly.
    return failed(notKeptText);
  }
  try {
    return await writeEach(changes, deps);
  } finally {
    // The change is made. Without the note, going back asks the person about these files.
    await checkpoints?.after(paths).catch(() => undefined);
  }
}

/** Meanwhile a folder may have become a link to another one. */
async function isSamePlace(path: WorkspacePath, workspace: Workspace): Promise<boolean> {
  const { real, isInside } = await workspace.locate(path.named);
  return real === path.real && isInside === path.isInside;
}

const notKeptText =
  "Not done, nothing was changed. What stands there could not be kept for going back: the disk may be full.";

/** Takes back what was written if one file fails. */
async function writeEach(
  changes: readonly FileChange[],
  { workspace, ledger, report }: ReportingDeps,
): Promise<ToolResult> {
  const written: FileChange[] = [];
  const texts: string[] = [];
  for (const change of changes) {
    const done = await writeOne(change, { workspace, ledger });
    if ("problem" in done) {
      const { problem } = done;
      const lost = await takeBack(written, { workspace, ledger });
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

/** The text that the file then has, or the problem for the model. */
async function writeOne(
  { path, before, after, movedTo }: FileChange,
  { workspace, ledger }: ChangeDeps,
): Promise<{ readonly text: string } | { readonly problem: string }> {
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
  return problem === undefined ? { text } : { problem };
}

async function writeText(
  path: WorkspacePath,
  before: FileText | undefined,
  after: string,
  { workspace, ledger }: ChangeDeps,
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
  { workspace, ledger }: ChangeDeps,
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
  { workspace, ledger }: ChangeDeps,
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

/** The paths that could not be taken back. */
async function takeBack(
  written: readonly FileChange[],
  deps: ChangeDeps,
): Promise<readonly string[]> {
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
  { workspace, ledger }: ChangeDeps,
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

const reasons = {
  omitted: "stands for code that is left out. Write the whole code",
  notice: "is a notice of a tool's result, no part of the file",
  conflict: "is a conflict marker",
  maskToken: "has a token for a masked value that is not known",
} as const;

function wrongText(
  path: WorkspacePath,
  {
    reason,
    line,
    text,
  }: { readonly reason: keyof typeof reasons; readonly line: number; readonly text: string },
): string {
  return (
    `Not done, nothing was changed. Line ${line} of ${path.shown} would be new and ${reasons[reason]}:\n` +
    text.slice(0, 200)
  );
}
