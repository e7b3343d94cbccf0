import * as z from "zod/mini";

import { linesOf } from "../../../edits/fileLines.ts";
import { withKeptLineEnds } from "../../../edits/review/keptLineEnds.ts";
import { type AgentTool, type Preparation, refused } from "../base/agentTool.ts";
import { problemText } from "../base/fileTexts.ts";
import { declaredTool, filePath } from "../base/toolArguments.ts";
import type { FileProblem, FileText, WorkspacePath } from "../base/workspace.ts";
import { type ChangeDeps, plannedChange } from "./changeFiles.ts";
import { otherSpelling } from "./otherSpelling.ts";

const schema = z.object({
  path: filePath,
  content: z.string().check(z.maxLength(500_000), z.describe("The whole content, at most 500 KB.")),
  overwrite: z.optional(z.boolean().check(z.describe("Replaces a file that is there."))),
});

export function writeFile(deps: ChangeDeps): AgentTool {
  return declaredTool({
    name: "write_file",
    description:
      "Makes a new file with the whole content. A file that is there needs overwrite, and must have been read; " +
      "prefer edit_file for it. It keeps its line ends.",
    schema,
    isWrite: true,
    prepare: (args) => prepareWrite(args, deps),
  });
}

async function prepareWrite(
  { path: given, content, overwrite = false }: z.infer<typeof schema>,
  deps: ChangeDeps,
): Promise<Preparation> {
  const { workspace } = deps;
  const path = await workspace.locate(given);
  const before = await workspace.read(path);
  const refusal = await refusalOf(path, before, { ...deps, overwrite });
  if (refusal !== undefined) {
    return refused(refusal);
  }
  const known = "hash" in before ? before : undefined;
  const text = known ? withKeptLineEnds(known.text, content) : content;
  const title = known ? `Overwrite ${path.shown}` : `Make ${path.shown}`;
  return plannedChange([{ path, before: known, after: text }], title, {
    ...deps,
    report: ([standing = text]) =>
      `Wrote ${path.shown}, ${linesOf(standing).length} lines.` +
      (standing === text ? "" : " When it was saved, the editor changed it. Read it again."),
  });
}

async function refusalOf(
  path: WorkspacePath,
  before: FileText | FileProblem,
  { workspace, ledger, overwrite }: ChangeDeps & { readonly overwrite: boolean },
): Promise<string | undefined> {
  if ("problem" in before) {
    if (before.problem !== "missing") {
      return problemText(path, before);
    }
    const twin = await otherSpelling(path, workspace);
    return twin && `Not done, nothing was changed. ${twin}`;
  }
  if (!overwrite) {
    return `Not done, nothing was changed. ${path.shown} is there already. Change it with edit_file, or set overwrite.`;
  }
  return ledger.hashOf(path) === before.hash
    ? undefined
    : `Not done, nothing was changed. ${path.shown} is not as you last read it. Read it before you overwrite it.`;
}
