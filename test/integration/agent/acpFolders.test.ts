import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { methods } from "@agentclientprotocol/sdk";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { AcpEditor } from "./acpEditor.ts";
import { AcpLab, call, runWaiting, shellIn } from "./acpLab.ts";

const acp = new AcpLab();
const { program } = acp;
const { lab } = program;
const editor = acp.editor.bind(acp);

beforeAll(() => program.start(), 60_000);
afterEach(() => acp.close());
afterAll(() => lab.hubs.dispose());

const freely = "agent-edits";

/** A session in several folders, whose edits need no question. */
async function sessionIn(one: AcpEditor, [cwd = "", ...more]: readonly string[]): Promise<string> {
  await one.initialize();
  const { sessionId, modes } = await one.agent.request(methods.agent.session.new, {
    cwd,
    mcpServers: [],
    additionalDirectories: [...more],
  });
  expect(modes?.availableModes.map(({ id }) => id)).toContain(freely);
  await one.agent.request(methods.agent.session.setMode, { sessionId, modeId: freely });
  return sessionId;
}

test("a session works in all its folders, and names each place by the folder", async () => {
  const first = lab.folder({ "a.txt": "one\n" });
  const second = lab.folder({ "b.txt": "two\n" });
  const name = basename(second);
  const one = editor({ decide: () => "allow" });
  const { agentCapabilities } = await one.initialize();
  expect(agentCapabilities?.sessionCapabilities?.additionalDirectories).toEqual({});
  // A folder that is given twice counts once.
  const session = await sessionIn(one, [first, second, first]);
  const task = lab.trajectory([
    call("list_files", {}),
    { expect: name, ...call("read_file", { path: `${name}/b.txt` }) },
    {
      expect: "two",
      ...call("edit_file", {
        path: `${name}/b.txt`,
        edits: [{ old_text: "two", new_text: "three" }],
      }),
    },
    { expect: "three", ...call("run_command", { command: "cat b.txt", purpose: "", cwd: name }) },
    { expect: "three", text: "Ready." },
  ]);
  expect(await one.prompt(session, task)).toMatchObject({ stopReason: "end_turn" });
  expect(one.text).toBe("Ready.");
  expect(one.asked).toEqual([]);
  expect(readFileSync(join(second, "b.txt"), "utf8")).toBe("three\n");
  const locations = one.updates.flatMap((update) =>
    update.sessionUpdate === "tool_call" ? (update.locations ?? []).map(({ path }) => path) : [],
  );
  expect(locations).toContain(join(second, "b.txt"));
});

test("a session that is loaded again has the folders that the editor gives then", async () => {
  const [first, second] = [lab.folder({ "a.txt": "one\n" }), lab.folder({ "b.txt": "two\n" })];
  const before = editor({}, ["--max-steps", "1"]);
  const sessionId = await sessionIn(before, [first, second]);
  const read = call("read_file", { path: `${basename(second)}/b.txt` });
  const task = lab.trajectory([
    read,
    { expect: "two", ...read },
    { expect: "two", text: "Ready." },
  ]);
  expect(await before.prompt(sessionId, task)).toMatchObject({ stopReason: "max_turn_requests" });
  await before.close();
  const after = editor();
  await after.initialize();
  const place = { sessionId, mcpServers: [], additionalDirectories: [second] };
  await expect(
    after.agent.request(methods.agent.session.load, { ...place, cwd: second }),
  ).rejects.toThrow("another folder");
  await after.agent.request(methods.agent.session.load, { ...place, cwd: first });
  expect(await after.prompt(sessionId, "Go on.")).toMatchObject({ stopReason: "end_turn" });
  expect(after.text).toMatch(/Ready\.$/u);
});

test("a run has all folders of its session to itself", async () => {
  const [first, second] = [lab.folder({ "a.txt": "one\n" }), lab.folder({ "b.txt": "two\n" })];
  const one = editor({ decide: () => "allow" });
  const session = await sessionIn(one, [first, second]);
  const running = one.prompt(session, lab.trajectory([runWaiting, { text: "Ready." }]));
  await shellIn(first);
  const other = editor();
  const task = lab.trajectory([{ text: "Ready." }]);
  const blocked = await other.session(second);
  await expect(other.prompt(blocked, task)).rejects.toThrow("Another run works in");
  await one.cancel(session);
  expect(await running).toEqual(expect.objectContaining({ stopReason: "cancelled" }));
});

test("folders that are missing, relative or too many are each said in one sentence", async () => {
  const folder = lab.folder({});
  const one = editor();
  await one.initialize();
  const begin = (additionalDirectories: string[]) =>
    one.agent.request(methods.agent.session.new, {
      cwd: folder,
      mcpServers: [],
      additionalDirectories,
    });
  await expect(begin([join(folder, "missing")])).rejects.toThrow("There is no folder");
  await expect(begin(["relative"])).rejects.toThrow("absolute path");
  await expect(begin(Array.from({ length: 32 }, () => folder))).rejects.toThrow("More than 32");
});
