import { type CheckpointEntry, type FileState, isSameState } from "./checkpointLog.ts";
import { madeFoldersAbove } from "./madeFolders.ts";

export interface RestoreStep {
  readonly path: string;
  readonly current: FileState;
  readonly target: FileState;
  /** `blocked`: the earlier content was not stored, or the present content could not be stored. */
  readonly action: "write" | "remove" | "blocked";
  /**
   * True if somebody else changed the path after or between the run's changes: omitted unless the person selects it.
   */
  readonly hasOtherChanges: boolean;
  /** A folder in which commands changed unreadable content; the plan does not contain these changes. */
  readonly isUnknown?: true;
  /** For a file that is removed: folders above it that the run created, innermost first. Empty ones are removed too. */
  readonly madeFolders?: readonly string[];
}

/** The paths that a run changed at or after a checkpoint, in the order of their first changes. */
export function touchedSince(
  entries: readonly CheckpointEntry[],
  checkpointId: string,
): readonly string[] {
  return [...targetsOf(entries, checkpointId).keys()];
}

/**
 * The steps that give every path changed since a checkpoint its former state. Unchanged paths are omitted, so their
 * times stay. `currentOf` reads a path's present state.
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

export function leftStates(entries: readonly CheckpointEntry[]): ReadonlyMap<string, FileState> {
  return new Map(
    entries.flatMap((entry) => (entry.kind === "after" ? [[entry.path, entry.state]] : [])),
  );
}

/**
 * Paths that somebody else changed between two changes of the run, or during a command: the log has an earlier state
 * that is neither its last known state nor the run's.
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

/** The entries after a checkpoint; none if there is no such checkpoint. */
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
