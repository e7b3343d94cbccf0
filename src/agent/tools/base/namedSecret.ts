import { readScript } from "../../command/shellReader.ts";
import type { PlannedAct } from "./agentTool.ts";
import { holdsSecret } from "./heldSecret.ts";
import type { Workspace } from "./workspace.ts";

const maxWords = 200;

export async function namedSecret(
  script: string,
  folder: string,
  workspace: Workspace,
): Promise<Pick<PlannedAct, "isSecret">> {
  const words = (readScript(script) ?? []).flatMap((command) => command.words.slice(1));
  const names = words.slice(0, maxWords).map((word) => word.replace(/^-[\w-]*=/u, ""));
  const paths = await Promise.all(
    names.map((name) => workspace.locate(name.startsWith("/") ? name : `${folder}/${name}`)),
  );
  const secrets = await Promise.all(paths.map((path) => holdsSecret(workspace, path)));
  return secrets.some(Boolean) ? { isSecret: true } : {};
}
