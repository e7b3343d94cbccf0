import * as z from "zod/mini";

import type { AgentTool, ToolResult } from "../base/agentTool.ts";
import { declaredTool } from "../base/toolArguments.ts";

const maxAtOnce = 3;

const schema = z.object({
  task: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(8_000),
      z.describe("The whole question, and what to report."),
    ),
});

export type Explorer = (task: string, signal: AbortSignal) => Promise<ToolResult>;

/** The helper's reading does not fill the run's own context. */
export function explore(explorer: Explorer): AgentTool {
  const helpers = new Helpers(explorer);
  return declaredTool({
    name: "explore",
    description:
      "A helper that only reads looks into a question about the workspace and returns a short report. For broad " +
      "searches over many files; it knows nothing but the task. At most 3 at once.",
    schema,
    isWrite: false,
    prepare: ({ task }) => ({
      kind: "ready",
      planned: { act: "read", paths: [], title: "Explore", detail: task },
      run: (signal) => helpers.run(task, signal),
    }),
  });
}

class Helpers {
  readonly #explorer: Explorer;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(explorer: Explorer) {
    this.#explorer = explorer;
  }

  async run(task: string, signal: AbortSignal): Promise<ToolResult> {
    while (this.#running >= maxAtOnce) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    signal.throwIfAborted();
    this.#running += 1;
    try {
      return await this.#explorer(task, signal);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
