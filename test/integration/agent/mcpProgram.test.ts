import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import * as esbuild from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

import { agentBundle } from "../../../scripts/agentBundle.ts";
import { root } from "../../../scripts/paths.ts";
import { openProfileAgent } from "../../../src/shared/agentPolicy.ts";
import type { HubProcess } from "../hubServer/hubProcess.ts";
import { AgentLab } from "./agentLab.ts";
import { isAlive, McpLab } from "./mcpLab.ts";

const lab = new AgentLab();
const servers = new McpLab();
const program = join(lab.hubs.home, "agent.mjs");
let hub: HubProcess;

beforeAll(async () => {
  hub = await lab.start();
  await esbuild.build({
    entryPoints: [join(root, "src/agentCli/main.ts")],
    ...agentBundle,
    outfile: program,
    logLevel: "silent",
  });
}, 60_000);
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
  const flags = ["--hub", hub.url, "--model", "hub-script-play", "--cwd", lab.folder({})];
  const yes = rules.flatMap((rule) => ["--yes", rule]);
  const args = [program, ...flags, "--mcp", file, ...yes, lab.trajectory(steps)];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env["PATH"],
      AI_HUB_TOKEN: hub.token,
      AI_HUB_HOME: join(lab.hubs.home, "ours"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error]: [string[], string[]] = [[], []];
  child.stdout.on("data", (data: Buffer) => out.push(data.toString()));
  child.stderr.on("data", (data: Buffer) => error.push(data.toString()));
  await once(child, "close");
  return { code: child.exitCode, out: out.join("").trimEnd(), stderr: error.join("") };
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

test("MCP 01: a tool that changed since it was approved needs its new hash", async () => {
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
  const response = await fetch(`${hub.url}/hub/admin/v1/profiles/profile_lab`, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${hub.adminToken ?? ""}`,
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
