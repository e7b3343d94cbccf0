import { isSecretText } from "../../../shared/guarded/secretContent.ts";
import { isSecretPath } from "../../trust/pathTrust.ts";
import type { Workspace, WorkspacePath } from "./workspace.ts";

export async function holdsSecret(
  workspace: Pick<Workspace, "read">,
  path: WorkspacePath,
): Promise<boolean> {
  if (isSecretPath(path)) {
    return true;
  }
  if (path.kind !== "file" || !path.isInside || path.isOurs) {
    return false;
  }
  const file = await workspace.read(path);
  return "text" in file && isSecretText(path.real, file.text);
}
