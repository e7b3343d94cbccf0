import { done, failed } from "../tools/base/agentTool.ts";
import { FileLedger } from "../tools/base/fileLedger.ts";
import { readTools } from "../tools/fileTools.ts";
import type { Explorer } from "../tools/search/explore.ts";
import { AgentRun, type AgentRunDeps, type AgentRunOptions, type RunParts } from "./agentRun.ts";

const maxSteps = 30;
const maxReport = 16_000;

export interface ExplorerDeps extends Pick<AgentRunDeps, "streamChat" | "newId" | "workspace"> {
  /** A helper's cost counts for the run, and hidden text that it reads taints the run. */
  readonly run: RunParts;
}

export function explorerOf(
  options: Omit<
    AgentRunOptions,
    "task" | "conversation" | "maxSteps" | "maxCost" | "signal" | "mode"
  >,
  { streamChat, newId, workspace, run: { meter, taint } }: ExplorerDeps,
): Explorer {
  return async (task, signal) => {
    const ledger = new FileLedger();
    const run = new AgentRun(
      {
        ...options,
        task: `Look into this and report what you find, with paths and lines, in at most 1,500 words. ${task}`,
        mode: "agent",
        maxSteps,
        maxCost: undefined,
        signal,
      },
      {
        tools: readTools(workspace, ledger),
        standing: () => ({ level: "ask", mode: "agent" }),
        approve: () => Promise.resolve("nobody"),
        streamChat,
        newId,
        workspace,
        ledger,
        meter,
        taint,
      },
    );
    let report = "";
    for await (const event of run.events()) {
      if (event.type === "text") {
        report = event.text;
      } else if (event.type === "end" && event.outcome !== "done" && event.outcome !== "refused") {
        return failed(
          `The helper did not finish: ${event.reason ?? event.outcome}. It said last: ${report.slice(0, 2_000)}`,
        );
      }
    }
    return done(report.slice(0, maxReport));
  };
}
