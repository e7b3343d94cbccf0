import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type {
  ListSessionsRequest,
  ListSessionsResponse,
  LoadSessionResponse,
} from "@agentclientprotocol/sdk";
import { methods } from "@agentclientprotocol/sdk";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { AcpLab, edit } from "./acpLab.ts";

const acp = new AcpLab();
const { program } = acp;
const { lab } = program;
const editor = acp.editor.bind(acp);

beforeAll(() => program.start(), 60_000);
afterEach(() => acp.close());
afterAll(() => lab.hubs.dispose());

const allow = (): string => "allow";

test("a session comes back in the mode that it had, and an unknown one in the strictest", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const one = editor({ decide: allow });
  const sessionId = await one.session(folder);
  await one.prompt(
    sessionId,
    lab.trajectory([{ text: "First." }, edit("one", "two"), { expect: "mode is plan", text: "." }]),
  );
  await one.agent.request(methods.agent.session.setMode, { sessionId, modeId: "plan" });
  await one.close();
  const place = { cwd: folder, mcpServers: [], sessionId };
  const two = editor({ decide: allow });
  await two.initialize();
  const { modes }: LoadSessionResponse = await two.agent.request(methods.agent.session.load, place);
  expect(modes?.currentModeId).toBe("plan");
  await two.prompt(sessionId, "Do it.");
  expect(lab.read(folder, "a.txt")).toBe("one\n");
  await two.close();
  const path = join(lab.hubs.home, "ours", "agent", "runs", `${sessionId}.json`);
  const stored = JSON.parse(readFileSync(path, "utf8")) as object;
  const modeAfter = async (modeId: string | undefined, ...flags: readonly string[]) => {
    writeFileSync(path, JSON.stringify({ ...stored, modeId }));
    const three = editor({}, flags);
    await three.initialize();
    const loaded: LoadSessionResponse = await three.agent.request(
      methods.agent.session.resume,
      place,
    );
    await three.close();
    return loaded.modes?.currentModeId;
  };
  expect(await modeAfter("agent-edits")).toBe("agent-edits");
  expect(await modeAfter("from-a-later-version", "--level", "edits")).toBe("ask");
  // As earlier versions stored it.
  expect(await modeAfter(undefined, "--level", "edits")).toBe("plan");
});

test("sessions are listed by folder and page, the last one first", async () => {
  const [here, there] = [lab.folder({}), lab.folder({})];
  const one = editor();
  const first = await one.session(here);
  await one.prompt(first, lab.trajectory([{ text: "First." }]));
  const second = await one.another(there);
  const task = lab.trajectory([{ text: "Second." }]);
  await one.prompt(second, `${task}\nand more`);
  const list = async (params: ListSessionsRequest): Promise<ListSessionsResponse> =>
    await one.agent.request(methods.agent.session.list, params);
  const all = await list({});
  expect(all.sessions.slice(0, 2).map(({ sessionId }) => sessionId)).toEqual([second, first]);
  const found = await list({ cwd: there });
  expect(found).toMatchObject({ sessions: [{ sessionId: second, cwd: there, title: task }] });
  expect(found.sessions[0]?.updatedAt).toMatch(/Z$/u);
  expect(await list({ cwd: lab.folder({}) })).toEqual({ sessions: [] });
  const folder = join(lab.hubs.home, "ours", "agent", "runs");
  const text = readFileSync(join(folder, `${first}.json`), "utf8");
  for (let number = 0; number < 60; number += 1) {
    const id = randomUUID();
    writeFileSync(join(folder, `${id}.json`), text.replace(first, id));
  }
  writeFileSync(join(folder, `${randomUUID()}.json`), "no JSON");
  const page = await list({ cwd: here });
  expect(page.sessions).toHaveLength(50);
  const rest = await list({ cwd: here, cursor: page.nextCursor ?? "" });
  expect(rest.nextCursor).toBeUndefined();
  const ids = [...page.sessions, ...rest.sessions].map(({ sessionId }) => sessionId);
  expect(new Set(ids).size).toBe(61);
});

test("what a request has wrong is told by the protocol's code", async () => {
  const one = editor();
  const { agent } = one;
  await expect(agent.request(methods.agent.session.list, {})).rejects.toMatchObject({
    code: -32_600,
  });
  await one.initialize();
  const cwd = lab.folder({ "a.txt": "one\n" });
  const sessionId = randomUUID();
  const wrong: [string, object, number][] = [
    ["session/new", { cwd: join(cwd, "missing"), mcpServers: [] }, -32_602],
    ["session/new", { cwd: join(cwd, "a.txt"), mcpServers: [] }, -32_602],
    ["session/list", { cwd: "relative" }, -32_602],
    ["session/list", { cursor: "odd" }, -32_602],
    ["authenticate", { methodId: "odd" }, -32_602],
    ["session/load", { cwd, mcpServers: [], sessionId }, -32_002],
    ["session/set_mode", { sessionId, modeId: "plan" }, -32_002],
    ["session/fork", { cwd, mcpServers: [], sessionId }, -32_601],
  ];
  for (const [method, params, code] of wrong) {
    await expect(agent.request(method, params), method).rejects.toMatchObject({ code });
  }
});
