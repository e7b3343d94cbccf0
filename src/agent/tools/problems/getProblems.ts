import * as z from "zod/mini";

import { isExcludedPath, readAct } from "../../trust/pathTrust.ts";
import { type AgentTool, done, type Preparation } from "../base/agentTool.ts";
import { pathCauses } from "../base/pathCauses.ts";
import { objectField, textField, withArguments } from "../base/toolArguments.ts";
import type { Workspace } from "../base/workspace.ts";
import type { Problem, Problems } from "./problems.ts";

const maxProblems = 100;
const maxMessage = 500;
const severities = ["error", "warning", "note"] as const;

const schema = z.object({ path: z.optional(z.string().check(z.maxLength(4_000))) });

export class GetProblems implements AgentTool {
  readonly isWrite = false;
  readonly definition = {
    name: "get_problems",
    description:
      "Returns the errors and warnings that the editor shows, errors first, at most 100. Files that are not open may have none.",
    inputSchema: objectField({ path: textField("A file; the whole workspace if absent.") }, []),
  };
  readonly #workspace: Workspace;
  readonly #problems: Problems;

  constructor(workspace: Workspace, problems: Problems) {
    this.#workspace = workspace;
    this.#problems = problems;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, async ({ path }) => {
      const place = await this.#workspace.locate(path ?? ".");
      const file = path === undefined ? undefined : place.named;
      return {
        kind: "ready",
        planned: {
          act: readAct(place),
          paths: [place.shown],
          ...pathCauses([place]),
          title: "Problems",
          detail: "",
        },
        run: async () => done(await problemLines(this.#problems.list(file), this.#workspace)),
      };
    });
  }
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
