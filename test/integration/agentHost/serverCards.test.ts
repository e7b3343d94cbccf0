import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import type { AgentRunsDeps } from "../../../src/extension/agent/runs/agentRuns.ts";
import type { AgentCard } from "../../../src/shared/calls/agentCalls.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { approveAll, callTool, McpLab } from "../agent/mcpLab.ts";
import { AgentHostLab } from "./agentHostLab.ts";
import type { HostedConversation } from "./hostedConversation.ts";

const lab = new AgentHostLab();
let servers: McpLab;
let clock: FakeClock;

beforeAll(() => lab.start());
afterAll(() => lab.dispose());
beforeEach(() => {
  servers = new McpLab();
  clock = new FakeClock();
});
afterEach(() => servers.dispose());

/** As a window has them, on a machine that may be slow. */
function patient(clients: AgentRunsDeps["mcp"]): AgentRunsDeps["mcp"] {
  return { tools: (request) => clients.tools({ ...request, waitMs: 20_000 }) };
}

async function cardOf(chat: HostedConversation): Promise<AgentCard> {
  return await chat.until(() => chat.agent.view(chat.id).cards.at(0));
}

function isStarted(folder: string): boolean {
  return existsSync(join(folder, "pid.txt"));
}

test("a server's start and its tools are cards of the run, and approved are not asked about again", async () => {
  const folder = servers.folder();
  const configs = {
    test: { ...servers.stdio(folder), env: { MODE: "plain" } },
  };
  const mcp = patient(servers.window(configs));
  const workspace = lab.agents.folder({});
  const chat = await lab.open(workspace, { clock, mcp });
  const call = { calls: [{ tool: "mcp_test_echo", args: { text: "Hi" } }] };
  chat.send(lab.agents.trajectory([call, { expect: "^Hi$", text: "Read." }]));

  const start = await cardOf(chat);
  expect(start).toMatchObject({ kind: "serverStart", callId: "", paths: ["test"], rules: [] });
  expect(start.isToolReview).toBeUndefined();
  expect(start.detail).toContain(`Program: ${process.execPath}`);
  expect(start.detail).toContain(`mcpServer.ts ${folder}\nFolder: ${servers.home}`);
  expect(start.detail).toContain("Environment: MODE=plain");
  expect(chat.agent.view(chat.id).run).toMatchObject({ state: "waiting" });
  expect(chat.decide(start.id, true)).toBe("tooEarly");
  expect(isStarted(folder)).toBe(false);
  clock.advance(500);
  expect(chat.decide(start.id, true)).toBe("done");

  const tools = await cardOf(chat);
  expect(tools).toMatchObject({ kind: "serverStart", isToolReview: true, rules: [] });
  expect(tools.paths).toContain("test: echo");
  expect(tools.detail).toContain("name: echo\ndescription: Says the text again.\nschema: {");
  expect(chat.requests).toHaveLength(0);
  expect(chat.decide(tools.id, true)).toBe("tooEarly");
  clock.advance(500);
  expect(chat.decide(tools.id, true)).toBe("done");

  const used = await cardOf(chat);
  expect(used).toMatchObject({ kind: "mcpCall", paths: ["test: mcp_test_echo"] });
  clock.advance(500);
  chat.decide(used.id, true);
  expect((await chat.ended()).state).toBe("complete");
  expect(chat.calls).toMatchObject([{ state: "done", result: "Hi" }]);

  // Another window, with what the person decided in this one.
  const later = await lab.open(workspace, { clock, mcp: patient(servers.window(configs)) });
  later.send(lab.agents.trajectory([call, { expect: "^Not done", text: "Left." }]));
  const first = await cardOf(later);
  expect(first.kind).toBe("mcpCall");
  later.decide(first.id, false);
  expect((await later.ended()).state).toBe("complete");
});

test("a refused start is not made: the run goes on without the server, and the conversation is not asked again", async () => {
  const folder = servers.folder();
  const configs = { test: servers.stdio(folder) };
  const mcp = patient(servers.window(configs));
  const chat = await lab.open(lab.agents.folder({}), { clock, mcp });
  const without = lab.agents.trajectory([
    { calls: [{ tool: "mcp_test_echo", args: { text: "Hi" } }] },
    { expect: "There is no tool mcp_test_echo", text: "Without it." },
  ]);
  chat.send(without);
  const card = await cardOf(chat);
  expect(chat.decide(card.id, false)).toBe("done");
  expect((await chat.ended()).state).toBe("complete");
  expect(chat.agent.view(chat.id).cards).toEqual([]);

  // It would wait for ever if it asked.
  chat.send(without);
  expect((await chat.ended()).state).toBe("complete");
  expect(isStarted(folder)).toBe(false);
});

test("a card about a server ends with its run; nothing starts", async () => {
  const folder = servers.folder();
  const mcp = patient(servers.window({ test: servers.stdio(folder) }));
  const chat = await lab.open(lab.agents.folder({}), { clock, mcp });
  chat.send(lab.agents.trajectory([{ text: "Never said." }]));
  const card = await cardOf(chat);
  chat.session.stop();
  await chat.ended();
  await chat.agent.ended();
  expect(chat.agent.view(chat.id).cards).toEqual([]);
  clock.advance(500);
  expect(chat.decide(card.id, true)).toBe("gone");
  expect(chat.requests).toHaveLength(0);
  expect(isStarted(folder)).toBe(false);

  // Stopping is no refusal.
  chat.send(lab.agents.trajectory([{ text: "Said." }]));
  const again = await cardOf(chat);
  expect(again.detail).toBe(card.detail);
  chat.decide(again.id, false);
  expect((await chat.ended()).state).toBe("complete");
});

test("changed and new tools are one card with what changed; refused, the run has the others", async () => {
  const clients = servers.window({ test: servers.stdio(servers.folder()) });
  const before = await clients.tools(approveAll);
  await callTool(before, "mcp_test_change");
  await expect
    .poll(() => clients.states()[0]?.tools.filter(({ state }) => state === "withheld").length)
    .toBe(2);
  const chat = await lab.open(lab.agents.folder({}), { clock, mcp: patient(clients) });
  chat.send(
    lab.agents.trajectory([
      { calls: [{ tool: "mcp_test_echo", args: { text: "Hi" } }] },
      { expect: "There is no tool mcp_test_echo.*mcp_test_roots", text: "Without it." },
    ]),
  );
  const card = await cardOf(chat);
  expect(card).toMatchObject({ isToolReview: true, paths: ["test: echo", "test: later"] });
  expect(card.detail).toContain(
    "-description: Says the text again.\n+description: Also sends ~/.ssh.",
  );
  chat.decide(card.id, false);
  expect((await chat.ended()).state).toBe("complete");
});

test("a server that the hub's policy does not allow has no card, not even if it runs", async () => {
  const clients = servers.window({
    running: servers.stdio(servers.folder()),
    stopped: servers.stdio(servers.folder()),
  });
  await clients.refresh();
  await clients.start("running", () => Promise.resolve(true), approveAll.signal);
  const mcp = patient(clients);
  const chat = await lab.open(lab.agents.folder({}), {
    clock,
    mcp,
    allowed: { allowsServer: () => false },
  });
  chat.send(lab.agents.trajectory([{ text: "Said." }]));
  // It would wait for ever if it asked.
  expect((await chat.ended()).state).toBe("complete");
});
