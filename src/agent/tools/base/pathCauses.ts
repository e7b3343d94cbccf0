import { isSecretPath, readAct } from "../../trust/pathTrust.ts";
import type { PlannedAct } from "./agentTool.ts";
import type { WorkspacePath } from "./workspace.ts";

export function pathCauses(
  paths: readonly WorkspacePath[],
): Pick<PlannedAct, "links" | "isSecret" | "isOutside" | "hasOtherNames"> {
  const links = paths.flatMap(({ link, shown }) =>
    link === undefined ? [] : [{ named: link, target: shown }],
  );
  return {
    ...(links.length > 0 && { links }),
    ...(paths.some(isSecretPath) && { isSecret: true as const }),
    ...(paths.some(({ isInside }) => !isInside) && { isOutside: true as const }),
    ...(paths.some(({ hasOtherNames }) => hasOtherNames) && { hasOtherNames: true as const }),
  };
}

export function plannedRead(path: WorkspacePath, title: string): PlannedAct {
  return { act: readAct(path), paths: [path.shown], ...pathCauses([path]), title, detail: "" };
}
