import * as z from "zod/mini";

import { visibleText } from "../../../shared/text/visibleText.ts";
import { type AgentTool, done, failed, type ToolResult } from "../base/agentTool.ts";
import { notice } from "../base/fileTexts.ts";
import { globMatcher } from "../base/globPattern.ts";
import { plannedRead } from "../base/pathCauses.ts";
import { declaredTool } from "../base/toolArguments.ts";
import { refusedNotices, walk } from "../base/walk.ts";
import type { Workspace, WorkspacePath } from "../base/workspace.ts";

const maxShown = 500;
const maxWalked = 50_000;
const maxDepth = 50;

const schema = z.object({
  path: z.optional(
    z.string().check(z.maxLength(4_000), z.describe("A folder; the workspace if absent.")),
  ),
  pattern: z.optional(
    z
      .string()
      .check(
        z.maxLength(500),
        z.describe("As *.ts or src/**/test/*; without a slash it is the file's name."),
      ),
  ),
  depth: z.optional(z.int().check(z.minimum(1), z.describe("Levels of folders; all if absent."))),
});

/** Lists files that are neither ignored nor secret, one per line, whatever characters their names contain. */
export function listFiles(workspace: Workspace): AgentTool {
  return declaredTool({
    name: "list_files",
    description:
      "Lists the files below a folder, at most 500; ignored files and files that may hold secrets are left out.",
    schema,
    isWrite: false,
    prepare: async (args) => {
      const path = await workspace.locate(args.path ?? ".");
      return {
        kind: "ready",
        planned: plannedRead(path, `List ${path.shown}`),
        run: (signal) => filesBelow(path, args, { workspace, signal }),
      };
    },
  });
}

async function filesBelow(
  path: WorkspacePath,
  { pattern, depth = maxDepth }: z.infer<typeof schema>,
  { workspace, signal }: { readonly workspace: Workspace; readonly signal: AbortSignal },
): Promise<ToolResult> {
  if (path.kind !== "folder") {
    return failed(`There is no folder ${path.shown}.`);
  }
  const limits = { depth: Math.min(depth, maxDepth), maxFiles: maxWalked, signal };
  const { files, isCut, refused } = await walk(workspace, path, limits);
  const matches = pattern === undefined ? () => true : globMatcher(pattern);
  const found = files.filter(matches).toSorted();
  const more = found.length > maxShown || isCut;
  const tail = [
    ...(more ? [`more than ${maxShown} files; name a folder or a pattern`] : []),
    ...refusedNotices(refused),
  ].map(notice);
  return done(
    found.length === 0
      ? ["No files.", ...tail].join("\n")
      : [...found.slice(0, maxShown).map(visibleText), ...tail].join("\n"),
  );
}
