import { expect, test } from "vitest";

import { readerTool } from "../../../../../src/agent/tools/base/readerTool.ts";
import type { PreparedCall, Tool } from "../../../../../src/shared/conversation/tool.ts";

const { signal } = new AbortController();

function toolThat(prepared: PreparedCall): Tool {
  return {
    definition: { name: "search_code", description: "Searches.", inputSchema: {} },
    isWrite: false,
    prepare: () => Promise.resolve(prepared),
  };
}

function ending(state: "done" | "failed", text: string): PreparedCall {
  return { kind: "read", run: () => Promise.resolve({ state, text }) };
}

test("a reading tool of the chat runs as a read, and its result is the agent's", async () => {
  const prepared = await readerTool(toolThat(ending("done", "found"))).prepare({}, signal);
  expect(prepared).toMatchObject({ kind: "ready", planned: { act: "read" } });
  const result = prepared.kind === "ready" ? await prepared.run(signal) : undefined;
  expect(result).toEqual({ isError: false, text: "found" });
});

test("what it refuses or fails is told as such", async () => {
  const wrong: PreparedCall = {
    kind: "refused",
    state: "failed",
    text: "Not done. A query is needed.",
  };
  expect(await readerTool(toolThat(wrong)).prepare({}, signal)).toEqual({
    kind: "refused",
    text: "Not done. A query is needed.",
  });
  const prepared = await readerTool(toolThat(ending("failed", "No index."))).prepare({}, signal);
  const result = prepared.kind === "ready" ? await prepared.run(signal) : undefined;
  expect(result).toEqual({ isError: true, text: "No index." });
});
