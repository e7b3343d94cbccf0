import { tmpdir } from "node:os";

import type { McpServer } from "@agentclientprotocol/sdk";
import { expect, test } from "vitest";

import { sessionMcp } from "../../../src/agentCli/acp/acpPlace.ts";
import { readOptions } from "../../../src/agentCli/run/programOptions.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";

const set = {
  set: { command: "node", args: ["/srv/tools.js"], env: { A: "1" } },
  moved: { command: "node", args: ["tools.js"], cwd: "/srv" },
  house: { url: "https://mcp.example.com/tools" },
};

function program(name: string, args: string[], value = "1", command = "node"): McpServer {
  return { name, command, args, env: value === "" ? [] : [{ name: "A", value }] };
}

const { signal } = new AbortController();

/** The titles that a person is asked, and the lines that the editor shows, in a session with these servers. */
async function session(servers: unknown, ...mcpServers: readonly McpServer[]) {
  const [asked, told]: [string[], string[]] = [[], []];
  const machine = {
    state: "holds",
    path: "/etc/ai-hub/policy.json",
    policy: { version: 1, settings: servers === undefined ? {} : { "aiHub.mcp.servers": servers } },
  } as const;
  const options = { ...readOptions(["--hub", "https://hub.example.com", "--acp"]), machine };
  const root = tmpdir();
  const run = sessionMcp(
    { cwd: root, mcpServers },
    await NodeWorkspace.open(root),
    options,
  )({
    approve: ({ title }) => {
      asked.push(title);
      return Promise.resolve("rejected");
    },
    allowsServer: () => true,
    allowsTool: () => true,
    elicit: () => Promise.resolve({ action: "cancel" }),
    tell: (line) => told.push(line),
  });
  await run.tools(signal);
  await run.close();
  return { asked, told };
}

test.each<[string, McpServer]>([
  ["another name", program("mine", ["/srv/tools.js"])],
  ["another argument", program("set", ["/srv/tools.js", "--all"])],
  ["another program", program("set", ["/srv/tools.js"], "1", "sh")],
  ["a program that is missing", program("set", ["/srv/tools.js"], "1", "no-such-program")],
  ["another value", program("set", ["/srv/tools.js"], "2")],
  ["a folder that the editor does not know", program("moved", ["tools.js"], "")],
  ["another address", { type: "http", name: "house", url: "https://mcp.example.org", headers: [] }],
])(
  "an editor's server with %s is left out if the organisation has set the servers",
  async (_what, server) => {
    expect(await session(set, server)).toEqual({
      asked: [],
      told: [`MCP server left out, because your organisation has set the servers: ${server.name}`],
    });
  },
);

test("an editor's server that the organisation has set is asked for, as every server without a set list", async () => {
  const start = ["Start the MCP server set on this machine"];
  const same = program("set", ["/srv/tools.js"]);
  expect((await session(set, same)).asked).toEqual(start);
  expect((await session({ servers: set }, same)).asked).toEqual(start);
  expect((await session(undefined, program("set", ["x.js"]))).asked).toEqual(start);
  expect((await session({}, same)).asked).toEqual([]);
});
