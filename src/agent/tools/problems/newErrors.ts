import type { AgentTool, ToolResult } from "../base/agentTool.ts";
import type { Workspace } from "../base/workspace.ts";
import { problemLines } from "./getProblems.ts";
import type { Problem, Problems } from "./problems.ts";

/** Adds the errors that the editor shows only since the tool's changes. */
export function tellingNewErrors(
  tool: AgentTool,
  { workspace, problems }: { readonly workspace: Workspace; readonly problems: Problems },
): AgentTool {
  return {
    definition: tool.definition,
    isWrite: tool.isWrite,
    prepare: async (input, signal) => {
      const prepared = await tool.prepare(input, signal);
      if (prepared.kind === "refused") {
        return prepared;
      }
      const { planned, run } = prepared;
      const runAndLook = async (running: AbortSignal): Promise<ToolResult> => {
        const places = await Promise.all(planned.paths.map((path) => workspace.locate(path)));
        const paths = places.map(({ named }) => named);
        const before = paths.flatMap((path) => errorsOf(problems, path)).map(keyOf);
        const result = await run(running);
        if (result.isError) {
          return result;
        }
        await problems.settled(paths, running);
        const errors = paths
          .flatMap((path) => errorsOf(problems, path))
          .filter((problem) => isNew(problem, before));
        return errors.length === 0
          ? result
          : {
              ...result,
              text: `${result.text}\nNew errors:\n${await problemLines(errors, workspace)}`,
            };
      };
      return { ...prepared, run: runAndLook };
    },
  };
}

function errorsOf(problems: Problems, path: string): readonly Problem[] {
  return problems.list(path).filter(({ severity }) => severity === "error");
}

/** True if an error is new. Each earlier error excuses one equal present error. */
function isNew(problem: Problem, before: string[]): boolean {
  const at = before.indexOf(keyOf(problem));
  if (at >= 0) {
    before.splice(at, 1);
  }
  return at < 0;
}

function keyOf({ path, message }: Problem): string {
  return JSON.stringify([path, message]);
}
