import type { PlannedStep } from "../../../agent/checkpoints/checkpoints.ts";
import { isFolderStep } from "../../../agent/checkpoints/restorePlan.ts";
import type { NamedFile, RestorePlan, RestoreRow } from "../editor/agentEditor.ts";

export function restoreRows(
  plan: readonly PlannedStep[],
  named: readonly NamedFile[],
  isUnsaved: (path: string) => boolean,
): Omit<RestorePlan, "commits"> {
  const unknown = plan.flatMap(({ path, isUnknown }) => (isUnknown ? [path] : []));
  const rows = plan.map((step, index): RestoreRow & Pick<PlannedStep, "action"> => {
    const { path, action, added, removed, hasOtherChanges } = step;
    return {
      path,
      name: path,
      ...named[index],
      action,
      isRemoved: action === "remove",
      isFolder: isFolderStep(step),
      added,
      removed,
      hasOtherChanges,
      isUnsaved: isUnsaved(path),
    };
  });
  return {
    rows: rows.filter(({ action }) => action !== "blocked"),
    blocked: rows
      .filter(({ path, action }) => action === "blocked" && !unknown.includes(path))
      .map(({ name }) => name),
    unknown,
  };
}
