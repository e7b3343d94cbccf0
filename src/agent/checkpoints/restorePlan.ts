import {
  type CheckpointEntry,
  type FileState,
  isMadeFolder,
  isSameState,
} from "./checkpointLog.ts";
import { madeFoldersAbove } from "./madeFolders.ts";

export interface RestoreStep {
  readonly path: string;
  readonly current: FileState;
  readonly target: FileState;
  /** `blocked`: the earlier content was not stored, or the present content could not be stored. */
  readonly action: "write" | "remove" | "blocked";
  /** Somebody else changed the path, too: omitted unless the person selects it. */
  readonly hasOtherChanges: boolean;
  /** Commands changed unreadable content in this folder; the plan does not contain these changes. */
  readonly isUnknown?: true;
  readonly madeFolders?: readonly string[];
}

export function touchedSince(
  entries: readonly CheckpointEntry[],
  checkpointId: string,
): readonly string[] {
  return [...targetsOf(entries, checkpointId).keys()];
}

/** Omits unchanged paths, so that their times stay. */
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

/** Only an empty folder is removed, or made again. */
export function isFolderStep({ current, target }: RestoreStep): boolean {
  return isMadeFolder(current, target) || isMadeFolder(target, current);
}

export function leftStates(entries: readonly CheckpointEntry[]): ReadonlyMap<string, FileState> {
  return new Map(
    entries.flatMap((entry) => (entry.kind === "after" ? [[entry.path, entry.state]] : [])),
  );
}

/**
 * Paths that somebody else changed between two changes of the run, or during a command: the log's state before a
 * change is not the state that the run left.
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

export function since(
  entries: readonly CheckpointEntry[],
  checkpointId: string,
): readonly CheckpointEntry[] {
  const start = entries.findIndex(
    (entry) => entry.kind === "checkpoint" && entry.id === checkpointId,
  );
  return start < 0 ? [] : entries.slice(start);
}

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
