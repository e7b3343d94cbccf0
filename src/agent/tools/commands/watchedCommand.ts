import { hasHiddenName } from "../../../shared/text/hiddenName.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";
import type { CommandWatch, WatchedCommand, WatchProblem } from "../../checkpoints/checkpoints.ts";
import type { FileLedger } from "../base/fileLedger.ts";
import { ownName, type Workspace, type WorkspacePath } from "../base/workspace.ts";

export interface WatchDeps {
  readonly workspace: Workspace;
  readonly watch?: CommandWatch | undefined;
  readonly ledger?: FileLedger | undefined;
}

const maxNamed = 20;

const problems: Readonly<Record<WatchProblem, string>> = {
  homeFolder: "the folder is or holds your home folder",
  rootFolder: "the folder is the root of the disk",
  tooManyFiles: "it has more than 50,000 files",
  tooSlow: "looking at its files takes more than 2 seconds",
};

export async function undoNotice({ watch }: WatchDeps): Promise<string | undefined> {
  if (!watch) {
    return "Changes by commands cannot be undone here.";
  }
  const problem = await watch.problem();
  return problem && `Changes by commands cannot be undone here: ${problems[problem]}.`;
}

export interface Watching {
  /** Called once, after the command's end; the text names the files for the model. */
  readonly note: () => Promise<string>;
  readonly byOthers: () => Promise<ReadonlySet<string>>;
}

/** Rejects if the content that the command might change could not be stored. */
export async function watchCommand(deps: WatchDeps): Promise<Watching> {
  const watched = await deps.watch?.begin();
  const unwatched = deps.watch ? "Which files it changed is not known." : "";
  return {
    note: async () => (watched ? await noteChanges(watched, deps) : unwatched),
    byOthers: async () => (await watched?.byOthers?.()) ?? new Set(),
  };
}

async function noteChanges(
  watched: WatchedCommand,
  { workspace, ledger }: WatchDeps,
): Promise<string> {
  try {
    const changed = await watched.end();
    const { lost = [], isWhole = true } = watched;
    const locate = (some: readonly string[]) =>
      Promise.all(some.map((path) => workspace.locate(path)));
    const paths = await locate(changed.filter((path) => !lost.includes(path)));
    for (const path of paths) {
      ledger?.noteChangedByCommand(path);
    }
    return [
      namedText("Files changed", paths),
      namedText("Gone, and kept by nobody, so that it cannot come back", await locate(lost)),
      isWhole ? "" : "What else it changed is not known: there was no time to look at all files.",
    ]
      .filter((line) => line !== "")
      .join("\n");
  } catch {
    // The command has run. Its changes are recorded when the log is opened again.
    return "Which files it changed could not be noted.";
  }
}

function namedText(title: string, paths: readonly WorkspacePath[]): string {
  const shown = paths
    .slice(0, maxNamed)
    .map(ownName)
    .map((name) => (hasHiddenName(name) ? visibleText(name) : name));
  const rest = paths.length - shown.length;
  return shown.length === 0
    ? ""
    : `${title}: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
