import { dropsMost, refusedContent } from "../../../edits/refusedContent.ts";
import { runsByContent } from "../../trust/contentAct.ts";
import { type Act } from "../../trust/levels.ts";
import { writeAct } from "../../trust/pathTrust.ts";
import { type PlannedFile, type Preparation, refused } from "../base/agentTool.ts";
import type { FileChange } from "../base/fileChange.ts";
import type { FileLedger } from "../base/fileLedger.ts";
import { shownDiff } from "../base/fileTexts.ts";
import { pathCauses } from "../base/pathCauses.ts";
import type { WorkspacePath } from "../base/workspace.ts";
import { writeChanges, type WriteDeps } from "./writeChanges.ts";

export interface ChangeDeps extends Omit<WriteDeps, "report"> {
  /** Placeholders without a value; they must not be written. */
  readonly maskTokens?: ((text: string) => readonly string[]) | undefined;
}

type ReportingDeps = ChangeDeps & WriteDeps;

const order: readonly Act[] = ["read", "edit", "delete", "runnable", "outside", "forbidden"];

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
  const paths = changes.flatMap(({ path, movedTo }) => [path, ...(movedTo ? [movedTo] : [])]);
  return {
    kind: "ready",
    planned: {
      ...(saves.length > 0 && { saves }),
      act: worstAct(changes, deps.ledger),
      alwaysAsks: changes.some(
        ({ before, after }) =>
          before !== undefined && after !== undefined && dropsMost(before.text, after),
      ),
      paths: paths.map(({ shown }) => shown),
      ...pathCauses(paths),
      ...(deps.checkpoints === undefined && { notUndoable: true as const }),
      title,
      detail: changes.map(diffOf).join("\n"),
      files: changes.flatMap(plannedFiles),
    },
    run: () => writeChanges(changes, deps),
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
