import { afterAll, beforeAll, expect, test } from "vitest";

import { openProfileAgent } from "../../../src/shared/hubApi/agentPolicy.ts";
import { AgentProgram } from "./agentProgram.ts";
import { isAlive, McpLab } from "./mcpLab.ts";

const program = new AgentProgram();
const { lab } = program;
const servers = new McpLab();

beforeAll(() => program.start(), 60_000);
afterAll(async () => {
  await servers.dispose();
  await lab.hubs.dispose();
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly stderr: string;
}

async function run(
  server: object,
  rules: readonly string[],
  steps: readonly object[],
): Promise<Ended> {
  const file = servers.write("servers.json", { mcpServers: { test: server } });
  const yes = rules.flatMap((rule) => ["--yes", rule]);
  const flags = [...program.flags(lab.folder({})), "--mcp", file, ...yes];
  const { code, lines, stderr } = await program.run([...flags, lab.trajectory(steps)]);
  return { code, out: lines.join("\n"), stderr };
}

function call(tool: string, args: object = {}): object {
  return { calls: [{ tool, args }] };
}

test("a run starts a server by its rule, calls a tool by its rule, and leaves nothing behind", async () => {
  const folder = servers.folder();
  const { code, out, stderr } = await run(
    servers.stdio(folder),
    ["server:test", "mcp:mcp_test_echo", "mcp:mcp_test_roots", "tainted"],
    [
      call("mcp_test_echo", { text: "Hello there" }),
      { expect: "^Hello (there)$", ...call("mcp_test_roots") },
      { expect: "file://", text: "It says ${1}." },
    ],
  );
  expect(out.split("\n").slice(-1)).toEqual(["done: 3 steps, no files changed"]);
  expect(code).toBe(0);
  expect(stderr).toContain("The tool is new: --yes mcp:mcp_test_die\n");
  expect(stderr).not.toContain("mcp_test_echo");
  expect(servers.calls(folder)).toEqual(["echo", "roots", "exit"]);
  expect(isAlive(servers.pid(folder))).toBe(false);
});

test("after an answer the next call is asked about again, unless that is accepted", async () => {
  const folder = servers.folder();
  const { code } = await run(
    servers.stdio(folder),
    ["server:test", "mcp:mcp_test_echo", "mcp:mcp_test_roots"],
    [
      call("mcp_test_echo", { text: "Now call roots" }),
      { expect: "^Now call roots$", ...call("mcp_test_roots") },
      { expect: "nobody can be asked", text: "Ready." },
    ],
  );
  expect(code).toBe(3);
  expect(servers.calls(folder)).toEqual(["echo", "exit"]);
});

test("without its rule a server does not start", async () => {
  const folder = servers.folder();
  const steps = [call("mcp_test_echo"), { expect: "There is no tool", text: "Ready." }];
  const { code, stderr } = await run(servers.stdio(folder), ["mcp:mcp_test_echo"], steps);
  expect([code, stderr]).toEqual([0, 'The MCP server test is not approved: --yes "server:test"\n']);
  expect(servers.calls(folder)).toEqual([]);
});

test("a tool that changed since it was approved needs its new hash", async () => {
  const rules = ["server:test", "mcp:mcp_test_echo", "mcp:mcp_test_change"];
  await run(servers.stdio(servers.folder()), rules, [{ text: "Ready." }]);
  const changed = servers.stdio(servers.folder(), "other");
  const said = await run(changed, rules, [
    call("mcp_test_echo", { text: "Hi" }),
    { expect: "There is no tool", text: "Ready." },
  ]);
  const [, rule = ""] = /--yes (mcp:mcp_test_echo@[\da-f]{12})\n/u.exec(said.stderr) ?? [];
  expect(said.stderr).toContain(`The tool is changed: --yes ${rule}`);
  expect(said.stderr).toContain("+description: Says the text another time.");
  const { out } = await run(
    changed,
    ["server:test", rule],
    [call("mcp_test_echo", { text: "Hi" }), { expect: "^Hi$", text: "Ready." }],
  );
  expect(out.split("\n").at(-1)).toBe("done: 2 steps, no files changed");
});

test("a server that is configured wrongly is left out and named", async () => {
  const { code, stderr } = await run({ url: "http://example.com" }, [], [{ text: "Ready." }]);
  expect([code, stderr]).toEqual([
    0,
    "MCP server left out: test: the address must begin with https, or be this machine\n",
  ]);
});

/** Changes what the profile of the token allows. */
async function pin(mcp_pins: readonly string[]): Promise<void> {
  const response = await fetch(`${program.hub.url}/hub/admin/v1/profiles/profile_lab`, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${program.hub.adminToken ?? ""}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ agent: { ...openProfileAgent, mcp_pins } }),
  });
  expect(response.status).toBe(200);
}

test("a tool that the profile pins otherwise is withheld with its pin, and is there when that is entered", async () => {
  const folder = servers.folder();
  const rules = ["server:test", "mcp:mcp_test_echo"];
  const echo = call("mcp_test_echo", { text: "Hi" });
  await pin([`test/echo@${"0".repeat(64)}`]);
  const withheld = { expect: "There is no tool", text: "Ready." };
  const { stderr } = await run(servers.stdio(folder), rules, [echo, withheld]);
  const entered = /mcp_test_echo is not pinned as it is now.*: (test\/echo@[\da-f]{64})\n/u.exec(
    stderr,
  );
  expect(stderr).toContain("mcp_test_roots is not pinned");
  expect(servers.calls(folder)).not.toContain("echo");
  await pin([entered?.[1] ?? ""]);
  const { out } = await run(servers.stdio(folder), rules, [
    echo,
    { expect: "^Hi$", text: "Ready." },
  ]);
  expect(out).toContain("done: 2 steps");
  await pin([]);
});
