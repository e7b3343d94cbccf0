import type { Command, RunnableChange } from "../../command/commands.ts";
import type { AskWithin, PlannedAct } from "../base/agentTool.ts";
import type { FileLedger } from "../base/fileLedger.ts";
import { shownDiff } from "../base/fileTexts.ts";
import { pathCauses } from "../base/pathCauses.ts";
import { ownName, type Workspace, type WorkspacePath } from "../base/workspace.ts";

export interface SettleDeps {
  readonly workspace: Workspace;
  readonly ledger?: FileLedger | undefined;
  /** Paths that another program wrote meanwhile. */
  readonly byOthers: () => Promise<ReadonlySet<string>>;
  /** Undefined after the call's end, when the person cannot be asked. */
  readonly ask: AskWithin | undefined;
}

type LocatedChange = RunnableChange & { readonly at: WorkspacePath };

/**
 * Asks about changed files that run in a build, test or install; without approval they are restored. Returns a text for
 * the model.
 */
export async function settleRunnable(command: Command, deps: SettleDeps): Promise<string> {
  const changes = await ownChanges(command, deps);
  if (changes.length === 0) {
    return "";
  }
  let answer: Awaited<ReturnType<AskWithin>> = "nobody";
  let left: ReadonlySet<string> = new Set();
  try {
    answer = (await deps.ask?.(askedAbout(changes))) ?? "nobody";
  } finally {
    if (answer !== "approved") {
      left = new Set(((await command.putBack?.(changes)) ?? []).map(({ path }) => path));
    }
  }
  const back = changes.filter(({ path }) => !left.has(path)).map(({ at }) => ownName(at));
  return answer === "approved" || back.length === 0
    ? ""
    : `Put back as before, because it runs when somebody builds, tests or installs, and ${why[answer]}: ${back.join(", ")}`;
}

const why = {
  rejected: "the person does not want the change (do not try it again unless asked)",
  nobody: "nobody can be asked here",
} as const;

async function ownChanges(
  { runnable = [] }: Command,
  { workspace, ledger, byOthers }: SettleDeps,
): Promise<readonly LocatedChange[]> {
  const others = runnable.length === 0 ? new Set() : await byOthers();
  const all = await Promise.all(
    runnable.map(async (change) => ({ ...change, at: await workspace.locate(change.path) })),
  );
  const own = await Promise.all(
    all.map(async ({ at }) => {
      const now = ledger?.hasMade(at) === true ? await workspace.read(at) : undefined;
      const isByRun = now !== undefined && "hash" in now && now.hash === ledger?.hashOf(at);
      return !isByRun && !others.has(at.real);
    }),
  );
  return all.filter((_, index) => own[index]);
}

function askedAbout(changes: readonly LocatedChange[]): PlannedAct {
  const paths = changes.map(({ at }) => at);
  const names = paths.map(ownName);
  return {
    act: "runnable",
    isByCommand: true,
    paths: names,
    ...pathCauses(paths),
    title: `Keep what the command changed in ${names.join(", ")}`,
    detail: changes.map(diffOf).join("\n"),
    files: changes.map(({ path, before, after }) => ({ path, before, after })),
  };
}

function diffOf({ at, before, after }: LocatedChange): string {
  const name = ownName(at);
  const from = before === undefined ? "/dev/null" : name;
  return `--- ${from}\n+++ ${name}\n${shownDiff(before ?? "", after)}`;
}
