import { type CheckpointEntry, type FileState, isSameState } from "./checkpointLog.ts";
import { madeFoldersAbove } from "./madeFolders.ts";

/** What going back to a checkpoint does to one path. */
export interface RestoreStep {
  /** Absolute. */
  readonly path: string;
  readonly current: FileState;
  readonly target: FileState;
  /** `blocked`: the earlier content was not kept, or what stands there now could not come back. */
  readonly action: "write" | "remove" | "blocked";
  /** Whether somebody else changed the path after or between changes of the run: left out unless the person ticks it. */
  readonly hasOtherChanges: boolean;
  /** The path is a folder in which commands changed what nobody could look at: that is not in the plan. */
  readonly isUnknown?: true;
  /** Of a file that goes away: folders that the run made above it, the innermost first; those that are empty go, too. */
  readonly madeFolders?: readonly string[];
}

/** The paths that a run touched at or after a checkpoint, in the order in which it first touched them. */
export function touchedSince(
  entries: readonly CheckpointEntry[],
  checkpointId: string,
): readonly string[] {
  return [...targetsOf(entries, checkpointId).keys()];
}

/**
 * What must be done so that every path that the run touched since a checkpoint is as it was then. Paths that are so
 * already are not in the plan, so their times stay. `currentOf` gives what stands at a path now.
 */
export function planRestore(
  entries: readonly CheckpointEntry[],
  checkpointId: string,
  currentOf: (path: string) => FileState,
): readonly RestoreStep[] {
  const left = leftStates(entries);
  const later = since(entries, checkpointId);
  const mixed = changedBetween(later);
  const unknown = new Set(
    later.flatMap((entry) => (entry.kind === "before" && entry.isUnknown ? [entry.path] : [])),
  );
  return [...targetsOf(entries, checkpointId)].flatMap(([path, target]) => {
    const current = currentOf(path);
    if (isSameState(current, target)) {
      return [];
    }
    const known = left.get(path);
    const hasOtherChanges = known === undefined || !isSameState(known, current) || mixed.has(path);
    const action = actionFor(current, target);
    const madeFolders = action === "remove" ? madeFoldersAbove(later, path) : [];
    const isUnknown = unknown.has(path) && ({ isUnknown: true } as const);
    const step = { path, current, target, action, hasOtherChanges, ...isUnknown };
    return [madeFolders.length === 0 ? step : { ...step, madeFolders }];
  });
}

/** What the run last left at each path. */
export function leftStates(entries: readonly CheckpointEntry[]): ReadonlyMap<string, FileState> {
  return new Map(
    entries.flatMap((entry) => (entry.kind === "after" ? [[entry.path, entry.state]] : [])),
  );
}

/**
 * The paths that somebody else changed between two changes of the run, or while a command ran: the log has a state before
 * that is neither what it last saw there nor what the run left.
 */
export function changedBetween(entries: readonly CheckpointEntry[]): ReadonlySet<string> {
  const seen = new Map<string, FileState>();
  const changed = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === "before" || entry.kind === "after") {
      const known = seen.get(entry.path);
      if (entry.kind === "before" && known !== undefined && !isSameState(known, entry.state)) {
        changed.add(entry.path);
      }
      seen.set(entry.path, entry.state);
    }
  }
  return changed;
}

/** The entries from a checkpoint on; none if there is no such checkpoint. */
export function since(
  entries: readonly CheckpointEntry[],
  checkpointId: string,
): readonly CheckpointEntry[] {
  const start = entries.findIndex(
    (entry) => entry.kind === "checkpoint" && entry.id === checkpointId,
  );
  return start < 0 ? [] : entries.slice(start);
}

/** For each path the state before its first change at or after the checkpoint. */
function targetsOf(
  entries: readonly CheckpointEntry[],
  checkpointId: string,
): ReadonlyMap<string, FileState> {
  const targets = new Map<string, FileState>();
  for (const entry of since(entries, checkpointId)) {
    if (entry.kind === "before" && !targets.has(entry.path)) {
      targets.set(entry.path, entry.state);
    }
  }
  return targets;
}

function actionFor(current: FileState, target: FileState): RestoreStep["action"] {
  if (target.kind === "notKept" || current.kind === "notKept") {
    return "blocked";
  }
  return target.kind === "missing" ? "remove" : "write";
}
