import { relative, resolve } from "node:path";

import type { PlannedStep } from "../../agent/checkpoints/checkpoints.ts";
import { isFolderStep } from "../../agent/checkpoints/restorePlan.ts";
import { checkpointFolder, runFolders } from "../../agentNode/checkpoints/checkpointFolders.ts";
import {
  type CheckpointStore,
  holdCheckpoints,
} from "../../agentNode/checkpoints/checkpointStore.ts";
import { realPathOf } from "../../agentNode/files/realPaths.ts";
import { runsByName } from "../../shared/guarded/guardedFiles.ts";
import { visibleText } from "../../shared/text/visibleText.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";
import { readFlags, UsageError } from "../../sharedNode/flags.ts";
import { runFlags } from "./programOptions.ts";
import { placeOf, watchOf } from "./runCheckpoints.ts";
import { askYes, hasPerson, print, printNotice } from "./terminal.ts";

interface RestoreOptions {
  readonly checkpoint: string;
  readonly folder: string;
  readonly isJson: boolean;
  readonly isApproved: boolean;
  /** Paths to restore although somebody else changed them. */
  readonly chosen: readonly string[];
}

/**
 * `--restore <checkpoint>` shows the plan, asks, restores, and prints the checkpoint for the way back. Exit codes: 0
 * done, 1 something could not be restored, 3 not approved. Throws a `UsageError`.
 */
export async function restore(args: readonly string[]): Promise<number> {
  const options = readRestoreOptions(args);
  const [store, release] = await storeOf(options);
  try {
    return await restoreIn(store, options);
  } finally {
    await release();
  }
}

async function restoreIn(store: CheckpointStore, options: RestoreOptions): Promise<number> {
  const { checkpoint: id, isJson, chosen } = options;
  const { journal } = store;
  const folder = await realPathOf(options.folder);
  await watchOf(store, [folder]).recover();
  const label = journal.checkpoints.find((one) => one.id === id)?.label ?? "";
  const steps = (await journal.plan(id)).map((step) => ({
    ...step,
    shown: relative(folder, step.path),
  }));
  const isChosen = ({ action, hasOtherChanges, shown }: ShownStep): boolean =>
    action !== "blocked" && (!hasOtherChanges || chosen.includes(shown));
  const todo = steps.filter(isChosen);
  const left = steps.filter((step) => !isChosen(step));
  const commits = await store.commitsSince(id);
  printResult(isJson, { type: "plan", id, label, steps: steps.map(jsonStep), commits }, [
    `Going back to before: ${label}`,
    ...planText(todo, left),
    ...listText("Commits since then stay as they are:", commits),
  ]);
  if (todo.length === 0) {
    return left.length === 0 ? 0 : 1;
  }
  if (!options.isApproved && !(hasPerson(isJson) && (await askYes("Go back?")))) {
    printNotice("Nothing was changed. To go back without a question: --yes restore");
    return 3;
  }
  const { redo, failed } = await journal.restore(
    todo,
    `Before going back to: ${label}`.slice(0, 120),
  );
  const done = todo.filter(({ path }) => !failed.includes(path));
  const files = done.map(({ shown }) => shown);
  const folders = done.filter((step) => step.action === "remove" && isFolderStep(step));
  const stayed = [...left, ...todo.filter(({ path }) => failed.includes(path))];
  const stayedPaths = stayed.map(({ shown }) => shown);
  printResult(isJson, { type: "restored", redo, files, left: stayedPaths }, [
    `As they were: ${files.length}. Left: ${stayed.length}.`,
    ...folders.map(({ shown }) => `Removed: empty folder ${shown}`),
    `To undo this: --restore ${redo}`,
  ]);
  return stayed.length === 0 ? 0 : 1;
}

type ShownStep = PlannedStep & { readonly shown: string };

function jsonStep(step: ShownStep) {
  const { shown, action, added, removed, hasOtherChanges, isUnknown } = step;
  const isFolder = isFolderStep(step) || undefined;
  return { path: shown, action, added, removed, hasOtherChanges, isUnknown, isFolder };
}

function planText(todo: readonly ShownStep[], left: readonly ShownStep[]): readonly string[] {
  const others = left.filter(({ action }) => action !== "blocked");
  const blocked = left.filter(({ action, isUnknown }) => action === "blocked" && !isUnknown);
  const unknown = left.filter(({ isUnknown }) => isUnknown === true);
  const nothing = left.length === 0 ? ["Nothing to do."] : ["Nothing can be restored."];
  return [
    ...(todo.length === 0 ? nothing : todo.map((step) => `  ${stepText(step)}`)),
    ...listText(
      "Changed by somebody else, left as they are (--yes restore:<path> takes one along):",
      others.map(stepText),
    ),
    ...listText(
      "Cannot be restored, because there is no copy:",
      blocked.map(({ shown }) => shown),
    ),
    ...listText(
      "Cannot know what else commands changed in these folders, which took too long to look at or are too large:",
      unknown.map(({ path }) => path),
    ),
  ];
}

function listText(title: string, rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? [] : [title, ...rows.map((row) => `  ${row}`)];
}

function stepText(step: ShownStep): string {
  const { shown, action, added, removed } = step;
  const isRemoved = action === "remove";
  const verb = isRemoved ? "remove" : "write ";
  if (isFolderStep(step)) {
    return `${verb}  empty folder ${shown}`;
  }
  const note = !isRemoved && runsByName(shown) ? "  (can run by itself or in a build)" : "";
  return `${verb}  ${shown}  +${added} -${removed}${note}`;
}

function printResult(isJson: boolean, event: object, lines: readonly string[]): void {
  print(isJson ? JSON.stringify(event) : lines.map((line) => visibleText(line)).join("\n"));
}

/** The checkpoints are marked as in use. */
async function storeOf({
  checkpoint,
  folder,
}: RestoreOptions): Promise<readonly [CheckpointStore, () => Promise<void>]> {
  for (const run of await runFolders(await checkpointFolder(dataFolder(), folder))) {
    const place = placeOf(await realPathOf(folder));
    // A damaged log belongs to another checkpoint.
    const held = await holdCheckpoints(run, Date.now, place).catch(() => undefined);
    if (held?.store.journal.checkpoints.some(({ id }) => id === checkpoint) === true) {
      return [held.store, held.release];
    }
    await held?.release();
  }
  throw new UsageError(
    `There is no checkpoint ${checkpoint} of ${folder}, or the run that set it still works.`,
  );
}

function readRestoreOptions(args: readonly string[]): RestoreOptions {
  const { values, positionals } = readFlags(args, options, true);
  const { restore: checkpoint, cwd, yes, json } = values;
  const words = yes ?? [];
  const wrong = words.find((word) => !/^restore(?::.+)?$/su.test(word));
  if (wrong !== undefined || checkpoint === undefined) {
    throw new UsageError(`--restore takes --yes restore or restore:<path>, not ${wrong}`);
  }
  if (positionals.length > 0) {
    throw new UsageError("--restore takes no task.");
  }
  return {
    checkpoint,
    folder: resolve(cwd),
    isJson: json,
    isApproved: words.length > 0,
    chosen: words.map((word) => word.slice("restore:".length)),
  };
}

/** The flags of the run may stay in the command; most have no effect. */
const options = { ...runFlags, restore: { type: "string" } } as const;
