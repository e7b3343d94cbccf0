import { expect, test } from "vitest";

import type { ListedTool } from "../../../../src/agent/mcpClient/listedTool.ts";
import { type CallOutcome, mcpTool } from "../../../../src/agent/mcpClient/mcpTool.ts";
import { pinTool } from "../../../../src/agent/mcpClient/toolPins.ts";
import type { AgentTool } from "../../../../src/agent/tools/base/agentTool.ts";

const listed: ListedTool = {
  name: "add",
  description: `Adds.\u{E0041}${"x".repeat(2_000)}`,
  inputSchema: {
    $schema: "https://example.com/schema",
    type: "object",
    properties: { a: { $ref: "https://example.com/a", type: "number" } },
    required: ["a"],
  },
  annotations: { readOnlyHint: true },
};

interface Lab {
  readonly tool: AgentTool;
  readonly sent: unknown[];
  pin: string | undefined;
}

async function lab(outcome: CallOutcome): Promise<Lab> {
  const pinned = await pinTool("calc", listed);
  const sent: unknown[] = [];
  const made: Lab = {
    sent,
    pin: pinned.pin,
    tool: mcpTool({
      server: "calc",
      name: "mcp_calc_add",
      pinned,
      caller: {
        pinNow: () => made.pin,
        call: (_tool, args) => {
          sent.push(args);
          return Promise.resolve(outcome);
        },
      },
    }),
  };
  return made;
}

const { signal } = new AbortController();
const answered: CallOutcome = {
  kind: "answered",
  result: { content: [{ type: "text", text: "3" }] },
};

async function call(tool: AgentTool, input: unknown): Promise<string> {
  const prepared = await tool.prepare(input, signal);
  return prepared.kind === "refused" ? prepared.text : (await prepared.run(signal)).text;
}

test("a model gets a bounded description, and a schema that refers to nothing", async () => {
  const { tool } = await lab(answered);
  const { description, inputSchema } = tool.definition;
  expect(description.startsWith("Adds.⟨U+E0041⟩xxx")).toBe(true);
  expect(description).toHaveLength(1_024);
  expect(inputSchema).toEqual({
    type: "object",
    properties: { a: { type: "number" } },
    required: ["a"],
  });
});

test("a call is an act of its own, whatever the server says of itself", async () => {
  const { tool, sent } = await lab(answered);
  const prepared = await tool.prepare({ a: 1 }, signal);
  expect(prepared.kind === "ready" && prepared.planned).toEqual({
    act: "mcpCall",
    paths: [],
    title: "Call add of the MCP server calc",
    detail: '{\n    "a": 1\n}'.replaceAll("    ", "  ") + "\n\nThe server says that it only reads.",
    mcp: { server: "calc", tool: "mcp_calc_add" },
  });
  expect(sent).toEqual([]);
  expect(tool.isWrite).toBe(true);
  expect(await call(tool, { a: 1 })).toBe("3");
});

test("a missing argument is refused before it is sent", async () => {
  const { tool, sent } = await lab(answered);
  expect(await call(tool, { b: 1 })).toContain('The argument "a" is missing');
  expect(sent).toEqual([]);
});

test("a tool that changes while the card is shown is not called", async () => {
  const made = await lab(answered);
  const prepared = await made.tool.prepare({ a: 1 }, signal);
  made.pin = "other";
  const result = prepared.kind === "ready" ? await prepared.run(signal) : undefined;
  expect(result?.text).toContain("The tool changed since the run began");
  expect(await call(made.tool, { a: 1 })).toContain("The tool changed since the run began");
  made.pin = undefined;
  expect(await call(made.tool, { a: 1 })).toContain("no longer has this tool");
  expect(made.sent).toEqual([]);
});

test("what was not sent and what may have happened are told apart", async () => {
  const notSent = await lab({ kind: "notSent", reason: "It has ended." });
  expect(await call(notSent.tool, { a: 1 })).toBe(
    "Not done, nothing was changed. The MCP server calc: It has ended.",
  );
  const unknown = await lab({ kind: "unknown", reason: "It ended." });
  expect(await call(unknown.tool, { a: 1 })).toMatch(/^Whether the call took effect is not known/u);
});
