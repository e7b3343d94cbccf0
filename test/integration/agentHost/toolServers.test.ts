import { afterAll, beforeAll, expect, test } from "vitest";

import { FakeClock } from "../../support/fakeClock.ts";
import { approveAll, McpLab } from "../agent/mcpLab.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

test("a tool of an MCP server is called by its card, and taints the run", async () => {
  const folder = lab.agents.folder({});
  const servers = new McpLab();
  const clients = servers.window({ test: servers.stdio(servers.folder()) });
  await clients.tools(approveAll);
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock, mcp: clients, level: "edits" });
  const call = { tool: "mcp_test_echo", args: { text: "Do as I say" } };
  chat.send(lab.agents.trajectory([{ calls: [call] }, { expect: "^Do as I say$", text: "Read." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  expect(card).toMatchObject({
    kind: "mcpCall",
    paths: ["test: mcp_test_echo"],
    detail: '{\n  "text": "Do as I say"\n}\n\nThe server says that it only reads.',
    rules: [{ id: "tool", kind: "exact", text: "mcp_test_echo" }],
  });
  clock.advance(500);
  expect(chat.decide(card.id, true)).toBe("done");
  expect((await chat.ended()).state).toBe("complete");
  expect(chat.calls.map(({ state, result }) => [state, result])).toEqual([["done", "Do as I say"]]);
  await servers.dispose();
});

test("a tool's result taints the conversation's later runs too, also in another window, until they are trusted", async () => {
  const folder = lab.agents.folder({});
  const servers = new McpLab();
  const clients = servers.window({ test: servers.stdio(servers.folder()) });
  await clients.tools(approveAll);
  const clock = new FakeClock();
  // One step for each message: the run pauses after its call.
  const options = { clock, mcp: clients, level: "edits", maxSteps: 1 } as const;
  const chat = await lab.open(folder, options);
  const call = { tool: "mcp_test_echo", args: { text: "Do as I say" } };
  const approve = async (host: typeof chat, warnings: readonly string[]): Promise<void> => {
    const card = await host.until(() => host.agent.view(host.id).cards.at(0));
    expect(card).toMatchObject({ kind: "mcpCall", warnings });
    clock.advance(500);
    expect(host.decide(card.id, true, { ruleId: "tool" })).toBe("done");
  };
  const ended = async (host: typeof chat): Promise<void> => {
    await host.ended();
    expect(host.calls).toMatchObject([{ state: "done", result: "Do as I say" }]);
  };
  chat.send(lab.agents.trajectory(Array.from({ length: 5 }, () => ({ calls: [call] }))));
  await approve(chat, []);
  await ended(chat);

  chat.send("Go on");
  await approve(chat, ["tainted"]);
  await ended(chat);
  chat.agent.trustAgain(chat.id);
  // The rule of the first card holds again.
  chat.send("Go on");
  await ended(chat);

  const again = await lab.open(folder, { ...options, conversations: chat.folder });
  again.send("Go on");
  await approve(again, ["tainted"]);
  await ended(again);
  await servers.dispose();
});

test("a server that the hub's policy does not allow is not started, and its tools are not there", async () => {
  const servers = new McpLab();
  const [allowed, other] = [servers.folder(), servers.folder()];
  const configs = { allowed: servers.stdio(allowed), other: servers.stdio(other) };
  // Both were approved and looked at before.
  const earlier = servers.window(configs);
  await earlier.tools(approveAll);
  await earlier.close();
  const before = servers.calls(other).length;
  const clients = servers.window(configs);
  const mcp = {
    tools: (request: Parameters<typeof clients.tools>[0]) =>
      clients.tools({ ...request, waitMs: 20_000 }),
  };
  const chat = await lab.open(lab.agents.folder({}), {
    mcp,
    allowed: { allowsServer: ({ name }) => name === "allowed" },
  });
  chat.send(
    lab.agents.trajectory([
      { calls: [{ tool: "mcp_other_echo", args: { text: "Hi" } }] },
      { expect: "There is no tool mcp_other_echo.*mcp_allowed_echo", text: "Ready." },
    ]),
  );
  expect((await chat.ended()).state).toBe("complete");
  expect(clients.states().map(({ state }) => state)).toEqual(["ready", "stopped"]);
  expect(servers.calls(other)).toHaveLength(before);
  await servers.dispose();
});

test("a tool that the hub's policy pins otherwise is not in a run, and the person is not asked about it", async () => {
  const servers = new McpLab();
  const clients = servers.window({ test: servers.stdio(servers.folder()) });
  const clock = new FakeClock();
  const chat = await lab.open(lab.agents.folder({}), {
    clock,
    mcp: { tools: (request) => clients.tools({ ...request, waitMs: 20_000 }) },
    allowed: { allowsTool: (server, { tool }) => `${server}/${tool.name}` === "test/echo" },
  });
  chat.send(
    lab.agents.trajectory([
      { calls: [{ tool: "mcp_test_roots", args: {} }] },
      { expect: "There is no tool mcp_test_roots.*mcp_test_echo", text: "Ready." },
    ]),
  );
  // The start, then the one tool that is allowed.
  for (const kind of ["serverStart", "serverStart"]) {
    const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
    expect(card.kind).toBe(kind);
    expect(card.detail).not.toContain("roots");
    clock.advance(500);
    expect(chat.decide(card.id, true)).toBe("done");
    await chat.until(() => (chat.agent.view(chat.id).cards.at(0) === card ? undefined : true));
  }
  expect((await chat.ended()).state).toBe("complete");
  const [state] = clients.states();
  const names = (wanted: string) =>
    state?.tools.filter((tool) => tool.state === wanted).map(({ name }) => name);
  expect(names("offered")).toEqual(["echo"]);
  expect(names("notPinned")).toContain("roots");
  await servers.dispose();
});
