import { existsSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { afterAll, expect, test } from "vitest";

import { parseServers } from "../../../src/agent/mcpClient/serverConfig.ts";
import type { ToolChange } from "../../../src/agent/mcpClient/toolPins.ts";
import { approveAll, callTool, isAlive, McpLab } from "./mcpLab.ts";

const lab = new McpLab();
afterAll(() => lab.dispose());

const names = ["echo", "environment", "roots", "sample", "ask", "askSecret", "die", "hang", "big"];

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function bytesHeld(): number {
  collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

test("nothing starts before its start is approved, and nothing is offered before it was looked at", async () => {
  const folder = lab.folder();
  const clients = lab.window({ fresh: lab.stdio(folder) });
  const { signal } = approveAll;
  expect(await clients.tools({ signal })).toEqual([]);
  expect(clients.states()).toEqual([{ name: "fresh", state: "waiting", tools: [] }]);
  const asked: string[] = [];
  const tools = await clients.tools({
    ...approveAll,
    approveStart: (planned) => {
      asked.push(planned.act, planned.title, planned.detail);
      return Promise.resolve(true);
    },
    review: () => Promise.resolve(["echo"]),
  });
  expect(asked.slice(0, 2)).toEqual(["serverStart", "Start the MCP server fresh on this machine"]);
  expect(asked[2]).toContain(`mcpServer.ts ${folder}\nFolder: ${lab.home}`);
  expect(tools.map(({ definition }) => definition.name)).toEqual(["mcp_fresh_echo"]);
  expect(await callTool(tools, "mcp_fresh_echo", { text: "Hi" })).toBe("Hi");
  const [state] = clients.states();
  expect(state?.tools.filter((tool) => tool.state === "withheld")).toHaveLength(names.length);
});

test("a server that is configured anew while the person is asked does not start as it was", async () => {
  const [before, after] = [lab.folder(), lab.folder()];
  const servers: { now: object } = { now: { moved: lab.stdio(before) } };
  const clients = lab.window(
    {},
    { servers: () => Promise.resolve(parseServers(servers.now).servers) },
  );
  await clients.refresh();
  const approveStart = async (): Promise<boolean> => {
    servers.now = { moved: lab.stdio(after) };
    await clients.refresh();
    return true;
  };
  await clients.start("moved", approveStart, approveAll.signal);
  expect(existsSync(join(before, "pid.txt"))).toBe(false);
  expect(existsSync(join(after, "pid.txt"))).toBe(false);
});

test("a start that was approved is not asked about again, until anything of it changes", async () => {
  const folder = lab.folder();
  const config = lab.stdio(folder);
  await lab.window({ again: config }).tools(approveAll);
  let asked = 0;
  const approveStart = (): Promise<boolean> => {
    asked += 1;
    return Promise.resolve(false);
  };
  const second = lab.window({ again: config });
  expect(await second.tools({ ...approveAll, approveStart })).toHaveLength(names.length + 1);
  expect(asked).toBe(0);
  for (const changed of [
    lab.stdio(folder, "noisy"),
    { ...config, env: { LEVEL: "1" } },
    { ...config, cwd: folder },
  ]) {
    expect(await lab.window({ again: changed }).tools({ ...approveAll, approveStart })).toEqual([]);
  }
  expect(asked).toBe(3);
});

test("a tool whose description changed is withheld, with what changed", async () => {
  const clients = lab.window({ changing: lab.stdio(lab.folder()) });
  const tools = await clients.tools(approveAll);
  await callTool(tools, "mcp_changing_change");
  // The list is read again after the call.
  await expect.poll(() => clients.states()[0]?.tools.length).toBe(names.length + 2);
  const shown: ToolChange[] = [];
  const later = await clients.tools({
    ...approveAll,
    review: (_server, changes) => {
      shown.push(...changes);
      return Promise.resolve([]);
    },
  });
  expect(later).toHaveLength(names.length);
  expect(shown.map(({ tool, kind }) => [tool.name, kind])).toEqual([
    ["echo", "changed"],
    ["later", "new"],
  ]);
  expect(shown[0]?.detail).toContain(
    "-description: Says the text again.\n+description: Also sends ~/.ssh.",
  );
});

test("a server that does not answer holds up neither the run nor the others", async () => {
  const [silent, good] = [lab.folder(), lab.folder()];
  const clients = lab.window({ silent: lab.stdio(silent, "silent"), good: lab.stdio(good) });
  await lab.window({ good: lab.stdio(good) }).tools(approveAll);
  await clients.refresh();
  const start = (name: string) =>
    clients.start(name, () => Promise.resolve(true), approveAll.signal);
  const starting = start("silent");
  await start("good");
  const tools = await clients.tools({ ...approveAll, waitMs: 100 });
  expect(tools.length).toBe(names.length + 1);
  expect(clients.states()[0]?.state).toBe("starting");
  await expect.poll(() => existsSync(join(silent, "pid.txt"))).toBe(true);
  await clients.close();
  expect(isAlive(lab.pid(silent))).toBe(false);
  await starting;
});

test("a server that is stopped while it starts is gone when that is done", async () => {
  const folder = lab.folder();
  const clients = lab.window({ slow: lab.stdio(folder, "silent") });
  await clients.refresh();
  const starting = clients.start("slow", () => Promise.resolve(true), approveAll.signal);
  await expect.poll(() => existsSync(join(folder, "pid.txt"))).toBe(true);
  await clients.stop("slow");
  expect(isAlive(lab.pid(folder))).toBe(false);
  await starting;
});

test("a server that dies during a call leaves it unknown, and it is not sent again", async () => {
  const folder = lab.folder();
  const clients = lab.window({ dying: lab.stdio(folder) });
  const tools = await clients.tools(approveAll);
  expect(await callTool(tools, "mcp_dying_die")).toBe(
    "Whether the call took effect is not known. The MCP server dying: It ended before it answered. Look before you call it again.",
  );
  expect(await callTool(tools, "mcp_dying_echo", { text: "Hi" })).toMatch(/^Not done/u);
  expect(clients.states()[0]?.state).toBe("failed");
  expect(lab.calls(folder)).toEqual(["die", "exit"]);
  const next = await clients.tools(approveAll);
  expect(await callTool(next, "mcp_dying_echo", { text: "Hi" })).toBe("Hi");
  expect(lab.calls(folder)).toEqual(["die", "exit", "echo"]);
});

test("a list that changes during a run changes nothing for it, but what changed is not called", async () => {
  const folder = lab.folder();
  const clients = lab.window({ moving: lab.stdio(folder) });
  const tools = await clients.tools(approveAll);
  const before = JSON.stringify(tools.map(({ definition }) => definition));
  expect(await callTool(tools, "mcp_moving_change")).toBe("changed");
  await expect.poll(() => clients.states()[0]?.tools.length).toBe(names.length + 2);
  expect(JSON.stringify(tools.map(({ definition }) => definition))).toBe(before);
  expect(await callTool(tools, "mcp_moving_echo", { text: "Hi" })).toContain("The tool changed");
  expect(await callTool(tools, "mcp_moving_later")).toBe("no tool");
  expect(await callTool(tools, "mcp_moving_roots")).toContain("file://");
  expect(lab.calls(folder)).toEqual(["change", "roots"]);
});

test("a server gets an answer of the person, but never a secret", async () => {
  const asked: string[] = [];
  const clients = lab.window(
    { asking: lab.stdio(lab.folder()) },
    {
      elicit: ({ server, message }) => {
        asked.push(`${server}: ${message}`);
        return Promise.resolve({ branch: "main" });
      },
    },
  );
  const tools = await clients.tools(approveAll);
  expect(await callTool(tools, "mcp_asking_ask")).toBe(
    '{"action":"accept","content":{"branch":"main"}}',
  );
  expect(await callTool(tools, "mcp_asking_askSecret")).toBe('{"action":"decline"}');
  expect(asked).toEqual(["asking: Which value?"]);
  expect(await callTool(tools, "mcp_asking_sample")).toContain("Method not found");
});

test("a result of 100 MB is dropped while it comes, and the server goes on", async () => {
  const clients = lab.window({ large: lab.stdio(lab.folder()) });
  const tools = await clients.tools(approveAll);
  const before = bytesHeld();
  expect(await callTool(tools, "mcp_large_big")).toContain("more than 16 MB");
  // The engine gives buffers back on a thread of its own, some time after the collection.
  await expect.poll(() => bytesHeld() - before).toBeLessThan(20 * 1024 * 1024);
  expect(await callTool(tools, "mcp_large_echo", { text: "Hi" })).toBe("Hi");
});

test("a server gets a small environment and its own, no secret of ours", async () => {
  const environment = {
    ...process.env,
    GITHUB_TOKEN: "ghp_1",
    AWS_SECRET: "aws",
    NODE_OPTIONS: "--no-warnings",
    KEY: "k1",
  };
  const config = { ...lab.stdio(lab.folder()), env: { A: "${env:KEY}", B: "${secret:b}" } };
  const clients = lab.window(
    { small: config },
    { environment, readSecret: (server, name) => Promise.resolve(`${server.name}-${name}`) },
  );
  const tools = await clients.tools(approveAll);
  const got = JSON.parse(await callTool(tools, "mcp_small_environment")) as object;
  expect(got).toMatchObject({ A: "k1", B: "small-b" });
  for (const name of ["GITHUB_TOKEN", "AWS_SECRET", "NODE_OPTIONS", "KEY"]) {
    expect(got).not.toHaveProperty(name);
  }
});

test("a server that ignores its closed input and TERM is killed, with what it started", async () => {
  const folder = lab.folder();
  const clients = lab.window({ stubborn: lab.stdio(folder, "stubborn", "noisy") });
  await clients.tools(approveAll);
  expect(clients.errors("stubborn")).toHaveLength(65_536);
  const pids = [lab.pid(folder), lab.pid(folder, "child.txt")];
  expect(pids.map(isAlive)).toEqual([true, true]);
  await clients.close();
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  expect(lab.calls(folder)).toContain("SIGTERM");
  expect(lab.calls(folder)).not.toContain("exit");
});

test("a server that is no longer configured ends, and one that cannot start says why", async () => {
  const folder = lab.folder();
  const servers: { now: object } = { now: { leaving: lab.stdio(folder) } };
  const clients = lab.window(
    {},
    { servers: () => Promise.resolve(parseServers(servers.now).servers) },
  );
  await clients.tools(approveAll);
  expect(isAlive(lab.pid(folder))).toBe(true);
  servers.now = {};
  expect(await clients.tools(approveAll)).toEqual([]);
  expect([clients.states(), isAlive(lab.pid(folder))]).toEqual([[], false]);
  const broken = lab.window({ none: { command: "no-such-program" } });
  await broken.tools(approveAll);
  expect(broken.states()).toEqual([
    {
      name: "none",
      state: "failed",
      tools: [],
      problem: "The program no-such-program was not found.",
    },
  ]);
});
