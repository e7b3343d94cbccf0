import { isSecretPath } from "../../trust/pathTrust.ts";
import type { PlannedAct } from "./agentTool.ts";
import type { WorkspacePath } from "./workspace.ts";

/** Why the paths of an act need attention: links, files that usually hold secrets, places outside the workspace. */
export function pathCauses(
  paths: readonly WorkspacePath[],
): Pick<PlannedAct, "links" | "isSecret" | "isOutside"> {
  const links = paths.flatMap(({ link, shown }) =>
    link === undefined ? [] : [{ named: link, target: shown }],
  );
  return {
    ...(links.length > 0 && { links }),
    ...(paths.some(isSecretPath) && { isSecret: true as const }),
    ...(paths.some(({ isInside }) => !isInside) && { isOutside: true as const }),
  };
}
