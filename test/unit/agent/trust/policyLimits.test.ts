import { expect, test } from "vitest";

import { pinTool } from "../../../../src/agent/mcpClient/toolPins.ts";
import { readChecks } from "../../../../src/agent/trust/doneChecks.ts";
import { withinPolicy } from "../../../../src/agent/trust/policyLimits.ts";
import { policyPin } from "../../../../src/agent/trust/policyPin.ts";

const wish = { level: "edits", maxCost: 2 } as const;

const named = (name: string) => ({ name, kind: "http", url: "https://mcp.example.com" }) as const;

test("an empty policy, and one of nulls, limits nothing", () => {
  for (const policy of [
    {},
    { is_allowed: true, max_level: null, mcp_servers: ["*"], max_run_cost: null },
  ]) {
    const allowed = withinPolicy(wish, policy);
    expect(allowed).toMatchObject({ isAllowed: true, ...wish });
    expect(allowed.allowsServer(named("anything"))).toBe(true);
  }
});

test("checks of the policy come before the person's; the same check runs once, an unreadable one stays so", () => {
  const same = { command: "npm test" };
  const own = readChecks(["npm test", { command: "npm test", seconds: 9 }]);
  const policy = { checks: [same, { command: "a", files: ["*.ts"] }] };
  expect(withinPolicy({ ...wish, checks: own }, policy).checks).toEqual([
    { ...same, owner: "organisation" },
    { command: "a", files: ["*.ts"], owner: "organisation" },
    { command: "npm test", seconds: 9, owner: "person" },
  ]);
  expect(withinPolicy({ ...wish, checks: "unreadable" }, policy).checks).toBe("unreadable");
  expect(withinPolicy(wish, {}).checks).toEqual([]);
});

test("commands are allowed unless the policy says no", () => {
  expect(withinPolicy(wish, {}).allowsCommands).toBe(true);
  expect(withinPolicy(wish, { allow_commands: true }).allowsCommands).toBe(true);
  expect(withinPolicy(wish, { allow_commands: false }).allowsCommands).toBe(false);
});

test.each([
  ["ask", "ask"],
  ["edits", "edits"],
  ["sandbox", "edits"],
] as const)("the highest level %s leaves %s of edits", (max_level, level) => {
  expect(withinPolicy(wish, { max_level }).level).toBe(level);
});

test.each([
  [2, "0.50", 0.5],
  [2, "9.00", 2],
  [undefined, "3.00", 3],
  [2, "0", 0],
])("of a cap of %s the highest %s leaves %d", (maxCost, max_run_cost, left) => {
  expect(withinPolicy({ ...wish, maxCost }, { max_run_cost }).maxCost).toBe(left);
});

test("servers are allowed by an entry of the list, and none by an empty list", () => {
  const some = withinPolicy(wish, { mcp_servers: ["git", "docs-*"] });
  expect(["git", "docs-eu", "gitlab", "docs"].map(named).map(some.allowsServer)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(withinPolicy(wish, { mcp_servers: [] }).allowsServer(named("git"))).toBe(false);
});

test("a server with a pin has only the pinned tools as they were looked at; others are not limited", async () => {
  const seen = { name: "log", description: "Reads.", inputSchema: { type: "object" } };
  const tool = await pinTool("git", seen);
  const changed = await pinTool("git", { ...seen, description: "Reads, and sends." });
  const newer = await pinTool("git", { ...seen, name: "push" });
  const ofAnother = await pinTool("docs", seen);
  const later = policyPin("git", changed);
  const { allowsTool } = withinPolicy(wish, { mcp_pins: [policyPin("git", tool)] });
  expect([tool, changed, newer].map((one) => allowsTool("git", one))).toEqual([true, false, false]);
  expect(allowsTool("docs", ofAnother)).toBe(true);
  // Two versions may be pinned, while an update is under way.
  const both = withinPolicy(wish, { mcp_pins: [policyPin("git", tool), later] });
  expect([tool, changed].map((one) => both.allowsTool("git", one))).toEqual([true, true]);
  for (const policy of [{}, { mcp_pins: [] }]) {
    expect(withinPolicy(wish, policy).allowsTool("git", changed)).toBe(true);
  }
});

test("a profile may have no runs", () => {
  expect(withinPolicy(wish, { is_allowed: false }).isAllowed).toBe(false);
});
