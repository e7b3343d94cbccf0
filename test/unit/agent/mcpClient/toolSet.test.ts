import { expect, test } from "vitest";

import type { McpTools } from "../../../../src/agent/mcpClient/mcpTools.ts";
import { pinTool, withSeen } from "../../../../src/agent/mcpClient/toolPins.ts";
import { type ListedServer, toolsOf } from "../../../../src/agent/mcpClient/toolSet.ts";
import type { ToolAsIs } from "../../../../src/agent/trust/policyPin.ts";

async function server(name: string, count: number): Promise<ListedServer> {
  const tools = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      pinTool(name, { name: `t${index}`, inputSchema: { type: "object" } }),
    ),
  );
  return {
    name,
    tools,
    seen: withSeen({}, tools),
    off: new Set(),
    caller: { pinNow: () => undefined, call: () => Promise.reject(new Error("not called")) },
  };
}

test("of 65 tools the last is left out, and comes in when another is not wanted", async () => {
  const [first, second] = [await server("a", 60), await server("b", 5)];
  const all = toolsOf([first, second], new Set());
  expect(all.flatMap(({ offered }) => offered)).toHaveLength(64);
  expect(all[1]?.states.at(-1)?.state).toBe("tooMany");
  const chosen = toolsOf([{ ...first, off: new Set(["t3"]) }, second], new Set());
  expect(chosen.flatMap(({ offered }) => offered)).toHaveLength(64);
  expect([chosen[0]?.states[3]?.state, chosen[1]?.states.at(-1)?.state]).toEqual([
    "off",
    "offered",
  ]);
});

test("a run gets the tools of all servers as one list", async () => {
  const groups = toolsOf([await server("a", 2), await server("b", 1)], new Set());
  const mcp: McpTools = {
    tools: () => Promise.resolve(groups.flatMap(({ offered }) => offered)),
    states: () =>
      groups.map((group) => ({ name: group.server, state: "ready", tools: group.states })),
  };
  const tools = await mcp.tools({ signal: new AbortController().signal });
  expect(tools.map(({ definition }) => definition.name)).toEqual([
    "mcp_a_t0",
    "mcp_a_t1",
    "mcp_b_t0",
  ]);
  expect(mcp.states().map(({ name }) => name)).toEqual(["a", "b"]);
});

const allows = (name: string, { tool }: ToolAsIs): boolean => `${name}/${tool.name}` !== "a/t0";

test("a tool that the hub does not allow is named with its pin, takes no place and is not shown for a look", async () => {
  const [first, second] = [await server("a", 64), await server("b", 1)];
  const { t0: _, ...seen } = first.seen;
  const [one, other] = toolsOf([{ ...first, seen }, second], new Set(), allows);
  expect(one?.states[0]).toMatchObject({
    state: "notPinned",
    policyPin: `a/t0@${first.tools[0]?.pin}`,
  });
  expect(one?.states[0]).not.toHaveProperty("change");
  expect([one?.offered.length, other?.offered.length]).toEqual([63, 1]);
});

test("what nobody has looked at is withheld and takes no place", async () => {
  const [first, second] = [await server("a", 64), await server("b", 1)];
  const { t0: _, ...seen } = first.seen;
  const [one, other] = toolsOf([{ ...first, seen }, second], new Set());
  expect(one?.states[0]?.state).toBe("withheld");
  expect(one?.states[0]?.change?.kind).toBe("new");
  expect(one?.offered).toHaveLength(63);
  expect(other?.offered[0]?.definition.name).toBe("mcp_b_t0");
  expect(other?.states[0]?.tokens).toBeGreaterThan(10);
});
