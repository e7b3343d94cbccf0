import { expect, test } from "vitest";
import * as z from "zod/mini";

import { runCalls, type StepResult } from "../../../../src/agent/run/callStep.ts";
import { type RunStanding, RunTrust } from "../../../../src/agent/run/cards/runTrust.ts";
import type { AgentTool } from "../../../../src/agent/tools/base/agentTool.ts";
import { Taint } from "../../../../src/agent/trust/taint.ts";

const argsSchema = z.object({ path: z.string() });

test("an edit that was left out of a shared card is not made when the person allows edits meanwhile", async () => {
  let standing: RunStanding = { level: "ask", mode: "agent" };
  const made: string[] = [];
  const tool: AgentTool = {
    definition: { name: "edit_file", description: "", inputSchema: {} },
    isWrite: true,
    prepare: (input) => {
      const { path } = argsSchema.parse(input);
      return Promise.resolve({
        kind: "ready",
        planned: { act: "edit", paths: [path], title: `Edit ${path}`, detail: path },
        run: () => {
          made.push(path);
          standing = { level: "edits", mode: "agent" };
          return Promise.resolve({ isError: false, text: "Done." });
        },
      });
    },
  };
  const taint = new Taint();
  const results: StepResult[] = [];
  const calls = ["a", "b", "c"].map((path) => ({
    id: path,
    call: { id: path, name: "edit_file", arguments: { path } },
  }));
  const events = runCalls(
    calls,
    results,
    {
      tools: [tool],
      approve: ({ parts }) => {
        expect(parts).toHaveLength(3);
        return Promise.resolve(["approved", "rejected", "approved"]);
      },
      trust: new RunTrust({ standing: () => standing }, taint),
      taint,
      setCheckpoint: () => Promise.resolve(undefined),
    },
    AbortSignal.any([]),
  );
  for await (const { type } of events) {
    expect(["card", "result"]).toContain(type);
  }
  expect(made).toEqual(["a", "c"]);
  expect(results.map(({ state }) => state)).toEqual(["done", "refused", "done"]);
});
