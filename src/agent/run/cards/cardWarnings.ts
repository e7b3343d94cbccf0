import { countInvisible } from "../../../context/invisibleCharacters.ts";
import type { AgentCard } from "../../../shared/calls/agentCalls.ts";
import { hasHiddenName } from "../../../shared/text/hiddenName.ts";
import type { AskedAct } from "./agentEvents.ts";

export type CardWarning = AgentCard["warnings"][number];

export function cardWarnings(asked: AskedAct): readonly CardWarning[] {
  const { act, paths, links = [], isSecret, isOutside, taint, findings = [], saves = [] } = asked;
  const hasOtherCause = isSecret === true || paths.some(hasHiddenName);
  const all: readonly (readonly [CardWarning, boolean])[] = [
    ["leavesSandbox", asked.leavesSandbox !== undefined],
    ["savesFirst", saves.length > 0],
    ["dropsMost", asked.alwaysAsks === true],
    ["changedByCommand", asked.isByCommand === true],
    ["runsByItself", act === "runnable" && !(asked.isByCommand ?? asked.hasOtherNames ?? false)],
    ["otherNames", asked.hasOtherNames === true],
    ["excludedPath", asked.readsExcluded === true],
    ["secretFile", isSecret === true],
    // Our own storage counts as outside, even within the workspace.
    ["outsideWorkspace", isOutside === true || (act === "outside" && !hasOtherCause)],
    ["followsLink", links.length > 0],
    ["notUndoable", asked.notUndoable === true],
    ["losesIgnored", asked.losesIgnored === true],
    ["tainted", taint !== undefined],
    ["sensitiveData", findings.length > 0],
    ["invisibleCharacters", hasInvisible(asked)],
  ];
  return all.flatMap(([warning, holds]) => (holds ? [warning] : []));
}

/** True if the act contains invisible characters, even in parts that the card shortens. */
function hasInvisible({ command = "", detail, paths, files = [] }: AskedAct): boolean {
  return (
    paths.some(hasHiddenName) ||
    countInvisible(command + detail) > 0 ||
    files.some(({ before = "", after = "" }) => countInvisible(after) > countInvisible(before))
  );
}
