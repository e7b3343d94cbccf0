import * as z from "zod/mini";

import { type AgentTool, refused } from "../base/agentTool.ts";
import { problemText } from "../base/fileTexts.ts";
import { declaredTool } from "../base/toolArguments.ts";
import type { FileText, WorkspacePath } from "../base/workspace.ts";
import { type ChangeDeps, plannedChange } from "./changeFiles.ts";

function pathOf(description: string): z.ZodMiniString {
  return z.string().check(z.minLength(1), z.maxLength(4_000), z.describe(description));
}

export function moveFile(deps: ChangeDeps): AgentTool {
  return declaredTool({
    name: "move_file",
    description:
      "Moves or renames one file; nothing may be at the new place. The file must have been read.",
    schema: z.object({ from: pathOf("The file."), to: pathOf("Its new path.") }),
    isWrite: true,
    prepare: async (args) => {
      const found = await knownFile(args.from, deps);
      if ("text" in found) {
        return refused(found.text);
      }
      const to = await deps.workspace.locate(args.to);
      if (to.kind !== "missing") {
        return refused(`Not done, nothing was changed. ${to.shown} is there already.`);
      }
      const { from, before } = found;
      const change = { path: from, before, after: before.text, movedTo: to };
      return plannedChange([change], `Move ${from.shown} to ${to.shown}`, {
        ...deps,
        report: () => `Moved ${from.shown} to ${to.shown}.`,
      });
    },
  });
}

export function deleteFile(deps: ChangeDeps): AgentTool {
  return declaredTool({
    name: "delete_file",
    description: "Deletes one file. The file must have been read.",
    schema: z.object({ path: pathOf("The file.") }),
    isWrite: true,
    prepare: async (args) => {
      const found = await knownFile(args.path, deps);
      if ("text" in found) {
        return refused(found.text);
      }
      const { from, before } = found;
      return plannedChange([{ path: from, before, after: undefined }], `Delete ${from.shown}`, {
        ...deps,
        report: () => `Deleted ${from.shown}.`,
      });
    },
  });
}

async function knownFile(
  given: string,
  { workspace, ledger }: ChangeDeps,
): Promise<
  { readonly from: WorkspacePath; readonly before: FileText } | { readonly text: string }
> {
  const from = await workspace.locate(given);
  const before = await workspace.read(from);
  if ("problem" in before) {
    return { text: problemText(from, before) };
  }
  return ledger.hashOf(from) === before.hash
    ? { from, before }
    : {
        text: `Not done, nothing was changed. ${from.shown} is not as you last read it. Read it first.`,
      };
}
