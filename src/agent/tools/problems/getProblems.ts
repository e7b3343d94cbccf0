import * as z from "zod/mini";

import { isExcludedPath } from "../../trust/pathTrust.ts";
import { type AgentTool, done } from "../base/agentTool.ts";
import { plannedRead } from "../base/pathCauses.ts";
import { declaredTool } from "../base/toolArguments.ts";
import type { Workspace } from "../base/workspace.ts";
import type { Problem, Problems } from "./problems.ts";

const maxProblems = 100;
const maxMessage = 500;
const severities = ["error", "warning", "note"] as const;

const schema = z.object({
  path: z.optional(
    z.string().check(z.maxLength(4_000), z.describe("A file; the whole workspace if absent.")),
  ),
});

export function getProblems(workspace: Workspace, problems: Problems): AgentTool {
  return declaredTool({
    name: "get_problems",
    description:
      "Returns the errors and warnings that the editor shows, errors first, at most 100. Files that are not open may have none.",
    schema,
    isWrite: false,
    prepare: async ({ path }) => {
      const place = await workspace.locate(path ?? ".");
      const file = path === undefined ? undefined : place.named;
      return {
        kind: "ready",
        planned: plannedRead(place, "Problems"),
        run: async () => done(await problemLines(problems.list(file), workspace)),
      };
    },
  });
}

export async function problemLines(
  problems: readonly Problem[],
  workspace: Workspace,
): Promise<string> {
  const sorted = severities.flatMap((one) => problems.filter(({ severity }) => severity === one));
  const lines: string[] = [];
  let more = 0;
  for (const { path, line, severity, message, source } of sorted) {
    const place = await workspace.locate(path);
    const { shown } = place;
    const isInside = place.isInside && !isExcludedPath(place);
    const by = source === undefined ? "" : ` (${source})`;
    if (isInside && lines.length < maxProblems) {
      lines.push(`${shown}:${line}: ${severity}: ${message.slice(0, maxMessage)}${by}`);
    } else if (isInside) {
      more += 1;
    }
  }
  return lines.length === 0
    ? "The editor shows no problems."
    : [...lines, ...(more > 0 ? [`… ${more} more`] : [])].join("\n");
}
