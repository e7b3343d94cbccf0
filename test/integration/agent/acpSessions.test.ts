import { readFileSync } from "node:fs";
import { join } from "node:path";

import { methods } from "@agentclientprotocol/sdk";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";

import { openMcp, parsedServers } from "../../../src/agentCli/run/mcpRun.ts";
import { AcpLab, call, edit, runWaiting, shellIn } from "./acpLab.ts";
import { isAlive, McpLab } from "./mcpLab.ts";

const acp = new AcpLab();
const { program } = acp;
const { lab } = program;
const editor = acp.editor.bind(acp);

beforeAll(() => program.start(), 60_000);
afterEach(() => acp.close());
afterAll(() => lab.hubs.dispose());

const allow = (): string => "allow";

test("the servers that an editor passes start only after a question, and give the run their tools", async () => {
  const servers = new McpLab();
  const folder = servers.folder();
  const { command, args } = z
    .object({ command: z.string(), args: z.array(z.string()) })
    .parse(servers.stdio(folder));
  const one = editor({ decide: allow });
  await one.initialize();
  const { sessionId } = await one.agent.request(methods.agent.session.new, {
    cwd: lab.folder({}),
    mcpServers: [
      { name: "test", command, args, env: [] },
      { name: "odd", command: "${env:HOME}", args: [], env: [] },
    ],
  });
  const task = lab.trajectory([
    call("mcp_test_echo", { text: "hello" }),
    { expect: "hello", text: "Ready." },
  ]);
  await one.prompt(sessionId, task);
  expect(one.text).toBe("Ready.");
  expect(one.asked.map(({ toolCall: { title } }) => title)).toEqual([
    expect.stringContaining("Start the MCP server test"),
    expect.stringContaining("new or changed tools"),
    "Call echo of the MCP server test",
  ]);
  const pid = servers.pid(folder);
  await one.close();
  expect(isAlive(pid)).toBe(false);
  await servers.dispose();
});

test("a server that the policy allows no longer is ended with the next run", async () => {
  const servers = new McpLab();
  const folder = servers.folder();
  vi.stubEnv("AI_HUB_HOME", lab.folder({}));
  let isAllowed = true;
  const told: string[] = [];
  const tell = (line: string): void => void told.push(line);
  const configs = parsedServers({ test: servers.stdio(folder) }, tell);
  const mcp = openMcp(configs, [folder], {
    approve: () => Promise.resolve("approved"),
    allowsServer: () => isAllowed,
    allowsTool: () => true,
    elicit: () => Promise.resolve(undefined),
    words: [],
    tell,
    book: "acp",
  });
  const { signal } = new AbortController();
  expect(await mcp.tools(signal)).not.toEqual([]);
  const pid = servers.pid(folder);
  isAllowed = false;
  expect(await mcp.tools(signal)).toEqual([]);
  expect(isAlive(pid)).toBe(false);
  expect(told).toEqual(["The hub's policy does not allow the MCP server test."]);
  await mcp.close();
  await servers.dispose();
  vi.unstubAllEnvs();
});

test("sessions work side by side, one in a folder at a time", async () => {
  const [here, there] = [lab.folder({ "a.txt": "one\n" }), lab.folder({ "a.txt": "one\n" })];
  const one = editor({ decide: allow });
  const first = await one.session(here);
  const second = await one.another(there);
  const third = await one.another(here);
  const answer = one.prompt(first, lab.trajectory([runWaiting]));
  await shellIn(here);
  expect(await one.prompt(second, lab.trajectory([{ text: "There." }]))).toMatchObject({
    stopReason: "end_turn",
  });
  await expect(one.prompt(third, "x")).rejects.toThrow("Another run works in");
  await expect(one.prompt(first, "x")).rejects.toThrow("answers another message");
  await one.agent.request(methods.agent.session.close, { sessionId: first });
  expect(await answer).toMatchObject({ stopReason: "cancelled" });
});

test("a session that was closed has left nothing behind, and takes no message", async () => {
  const folder = lab.folder({});
  const one = editor({ decide: allow });
  const sessionId = await one.session(folder);
  const answer = one.prompt(sessionId, lab.trajectory([runWaiting]));
  const pid = await shellIn(folder);
  const closing = one.agent.request(methods.agent.session.close, { sessionId });
  const late = expect(one.prompt(sessionId, "x")).rejects.toThrow();
  await closing;
  expect(isAlive(pid)).toBe(false);
  expect(await answer).toMatchObject({ stopReason: "cancelled" });
  await late;
});

test("a session is opened once, and goes on from what another program did with it", async () => {
  const folder = lab.folder({});
  const one = editor({ decide: allow });
  const sessionId = await one.session(folder);
  await one.prompt(sessionId, lab.trajectory([{ text: "First." }]));
  const two = editor({ decide: allow });
  await two.initialize();
  const load = () =>
    two.agent.request(methods.agent.session.load, { cwd: folder, mcpServers: [], sessionId });
  const loads = await Promise.allSettled([load(), load()]);
  expect(loads.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  // The folder is free a moment after the answer.
  await vi.waitFor(() => two.prompt(sessionId, "Said in two."), 20_000);
  await vi.waitFor(() => one.prompt(sessionId, "Said in one."), 20_000);
  const saved = readFileSync(join(lab.hubs.home, "ours", "agent", "runs", `${sessionId}.json`));
  expect(saved.toString()).toMatch(/Said in two\..*Said in one\./su);
});

test("an earlier session is shown again and goes on in a new program", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const task = lab.trajectory([edit("one", "two"), { text: "First." }, { text: "Second." }]);
  const one = editor({ decide: allow });
  const sessionId = await one.session(folder);
  await one.prompt(sessionId, task);
  await one.close();
  const two = editor({ decide: allow });
  await two.initialize();
  const place = { cwd: folder, mcpServers: [], sessionId };
  await two.agent.request(methods.agent.session.load, place);
  expect(two.updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
    "user_message_chunk",
    "tool_call",
    "tool_call_update",
    "agent_message_chunk",
  ]);
  const elsewhere = { ...place, cwd: lab.folder({}) };
  await expect(two.agent.request(methods.agent.session.load, elsewhere)).rejects.toThrow();
  await expect(
    two.agent.request(methods.agent.session.load, { ...place, sessionId: "../../x" }),
  ).rejects.toThrow();
  expect(await two.prompt(sessionId, "And now?")).toMatchObject({ stopReason: "end_turn" });
});

test("a run that pauses at its steps or its cap says so and goes on with the next message", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const one = editor({ decide: allow }, ["--max-steps", "1"]);
  const session = await one.session(folder);
  const task = lab.trajectory([edit("one", "two"), { expect: "two", text: "Ready." }]);
  expect(await one.prompt(session, task)).toMatchObject({ stopReason: "max_turn_requests" });
  expect(one.text).toContain("Paused: 1 of 1 steps used. What was done stays.");
  expect(one.text).toContain("Send any message to allow 1 more steps.");
  expect(await one.prompt(session, "Go on.")).toMatchObject({ stopReason: "end_turn" });
  const poor = editor({ decide: allow }, ["--max-cost", "0.01"]);
  const second = await poor.session(lab.folder({}));
  const long = lab.trajectory([{ text: "word ".repeat(2_000) }]);
  const cap = { unit: "tokens", limit: "2500", more: "2500" };
  expect(await poor.prompt(second, long)).toMatchObject({
    stopReason: "max_turn_requests",
    _meta: { "ai-hub": { cap } },
  });
  expect(poor.text).toMatch(/Paused: [\d,]+ of 2,500 tokens used\./u);
  expect(poor.text).toContain("Send any message to allow 2,500 more tokens.");
  expect(await poor.prompt(second, "Go on.")).toMatchObject({
    _meta: { "ai-hub": { cap: { limit: "5000" } } },
  });
});

test("attachments go along as text, links are named, and what cannot be sent is refused", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const one = editor();
  const sessionId = await one.session(folder);
  const task = lab.trajectory([{ text: "Ready." }]);
  const uri = "file:///w/b.txt";
  await one.agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt: [
      { type: "text", text: `${task} ` },
      { type: "resource_link", uri, name: "b" },
      { type: "resource", resource: { uri, text: "```\nattached" } },
    ],
  });
  const saved = join(lab.hubs.home, "ours", "agent", "runs", `${sessionId}.json`);
  const { state } = JSON.parse(readFileSync(saved, "utf8")) as {
    readonly state: { readonly messages: readonly { readonly content: string }[] };
  };
  expect(state.messages[2]?.content).toBe(
    `Task: ${task} \`/w/b.txt\`\`/w/b.txt\`\n\nThe person attached /w/b.txt:\n\`\`\`\`\n\`\`\`\nattached\n\`\`\`\``,
  );
  const image = { type: "image" as const, data: "no Base64", mimeType: "image/png" };
  for (const prompt of [[image], [], [{ type: "text" as const, text: "x".repeat(400_001) }]]) {
    await expect(
      one.agent.request(methods.agent.session.prompt, { sessionId, prompt }),
    ).rejects.toThrow("Invalid params");
  }
});

test("no token, a wrong one, no hub and no folder are each said in one sentence", async () => {
  const folder = lab.folder({});
  const none = editor({}, [], { AI_HUB_TOKEN: "" });
  expect((await none.initialize()).authMethods).toMatchObject([{ id: "device" }, { id: "token" }]);
  await expect(none.another(folder)).rejects.toThrow(
    "Authentication required: A token is needed: --sign-in, --token-file, or AI_HUB_TOKEN.",
  );
  const wrong = editor({}, [], { AI_HUB_TOKEN: "sk_hub_wrong" });
  await expect(wrong.session(folder)).rejects.toThrow("Authentication required");
  const off = editor({}, ["--hub", "http://127.0.0.1:9"]);
  await expect(off.session(folder)).rejects.toThrow("http://127.0.0.1:9");
  const one = editor();
  await one.initialize();
  await expect(one.another(join(folder, "missing"))).rejects.toThrow("There is no folder");
  await expect(one.another("relative")).rejects.toThrow("absolute path");
});

test("hostile lines are answered with errors, and the program goes on", async () => {
  const folder = lab.folder({});
  const one = editor();
  const session = await one.session(folder);
  one.child.stdin?.write(
    '{"jsonrpc":"2.0","id":"x","method":"session/prompt","params":{"sessionId":7}}\n',
  );
  one.child.stdin?.write("no json\n[]\n{}\nnull\n");
  one.child.stdin?.write('{"jsonrpc":"2.0","id":{"a":1},"method":"__proto__"}\n');
  await expect(one.prompt("nobody", "x")).rejects.toThrow("not found");
  expect(await one.prompt(session, lab.trajectory([{ text: "Ready." }]))).toMatchObject({
    stopReason: "end_turn",
  });
});
