import type { Workspace } from "../../../agent/tools/base/workspace.ts";
import { generatedGroups } from "../../../context/generatedFiles.ts";
import type { NamedFile } from "../editor/agentEditor.ts";

/** Files by name, in the order of `paths`. */
export async function namedFiles(
  workspace: Workspace,
  paths: readonly string[],
): Promise<readonly NamedFile[]> {
  const located = await Promise.all(paths.map((path) => workspace.locate(path)));
  const names = located.map(({ shown }) => shown);
  const groups = await generatedGroups(names, async (path) => {
    const file = await workspace.read(await workspace.locate(path));
    return "text" in file ? file.text : undefined;
  });
  return names.map((name) => ({ name, group: groups.get(name) }));
}
