import * as z from "zod/mini";

import { linesOf } from "../../../edits/fileLines.ts";
import { withKeptLineEnds } from "../../../edits/review/keptLineEnds.ts";
import { type AgentTool, type Preparation, refused } from "../base/agentTool.ts";
import { problemText } from "../base/fileTexts.ts";
import { declaredTool } from "../base/toolArguments.ts";
import { type ChangeDeps, plannedChange } from "./changeFiles.ts";

const schema = z.object({
  path: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(4_000),
      z.describe("Relative to the workspace, or absolute."),
    ),
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
  const { workspace, ledger } = deps;
  const path = await workspace.locate(given);
  const before = await workspace.read(path);
  if ("problem" in before && before.problem !== "missing") {
    return refused(problemText(path, before));
  }
  if ("hash" in before && !overwrite) {
    return refused(
      `Not done, nothing was changed. ${path.shown} is there already. Change it with edit_file, or set overwrite.`,
    );
  }
  if ("hash" in before && ledger.hashOf(path) !== before.hash) {
    return refused(
      `Not done, nothing was changed. ${path.shown} is not as you last read it. Read it before you overwrite it.`,
    );
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
