import * as z from "zod/mini";

import { isExcludedPath } from "../../trust/pathTrust.ts";
import { type AgentTool, done, failed, type ToolResult } from "../base/agentTool.ts";
import type { FileLedger } from "../base/fileLedger.ts";
import { notice, numberedLine, shownLines } from "../base/fileTexts.ts";
import { holdsSecret } from "../base/heldSecret.ts";
import { plannedRead } from "../base/pathCauses.ts";
import { declaredTool, filePath } from "../base/toolArguments.ts";
import type { Workspace, WorkspacePath } from "../base/workspace.ts";
import { problemWithSpelling } from "./otherSpelling.ts";

const maxLines = 2_000;
const maxLength = 48_000;

const schema = z.object({
  path: filePath,
  start_line: z.optional(z.int().check(z.minimum(0), z.describe("First line, from 1."))),
  end_line: z.optional(z.int().check(z.minimum(0), z.describe("Last line, included."))),
});

interface ReadFileDeps {
  readonly workspace: Workspace;
  readonly ledger: FileLedger;
  /** Files outside the workspace that need no question, such as those of skills. */
  readonly isReadable?: ((path: WorkspacePath) => boolean) | undefined;
}

export function readFile(deps: ReadFileDeps): AgentTool {
  const { workspace, isReadable } = deps;
  return declaredTool({
    name: "read_file",
    description:
      "Reads a text file. Each line comes as its number, a tab and the line. At most 2,000 lines and 48,000 " +
      "characters at once; read on with start_line.",
    schema,
    isWrite: false,
    prepare: async (args) => {
      const path = await workspace.locate(args.path);
      const planned = plannedRead(path, `Read ${path.shown}`);
      const isSecret = await holdsSecret(workspace, path);
      const act = isSecret && !isExcludedPath(path) ? "outside" : planned.act;
      return {
        kind: "ready",
        planned: {
          ...planned,
          act: isReadable?.(path) ? "read" : act,
          ...(isSecret && { isSecret: true as const }),
        },
        run: () => readLines(path, args, deps),
      };
    },
  });
}

async function readLines(
  path: WorkspacePath,
  { start_line: start, end_line: end }: z.infer<typeof schema>,
  { workspace, ledger }: ReadFileDeps,
): Promise<ToolResult> {
  const file = await workspace.read(path);
  if ("problem" in file) {
    return failed(await problemWithSpelling(path, file, workspace));
  }
  ledger.noteRead(path, file.hash);
  // A byte order mark would be a hidden character to a model.
  const lines = shownLines(file.text);
  const count = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  const from = Math.max(1, start ?? 1);
  if (from > count && count > 0) {
    return failed(`${path.shown} has only ${count} lines.`);
  }
  const rows: string[] = [];
  let length = 0;
  const last = Math.min(count, end ?? count, from + maxLines - 1);
  for (let number = from; number <= last && length < maxLength; number += 1) {
    const row = numberedLine(lines[number - 1] ?? "", number);
    rows.push(row);
    length += row.length + 1;
  }
  const next = from + rows.length;
  const isCut = next <= Math.min(count, end ?? count);
  const head = `${path.shown}, ${count} lines`;
  const tail = isCut
    ? [notice(`lines ${next} to ${count} are left out; go on with start_line ${next}`)]
    : [];
  return done([head, ...rows, ...tail].join("\n"));
}
