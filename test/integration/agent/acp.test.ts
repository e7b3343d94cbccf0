import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { methods, type RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { AcpLab, call, edit, runWaiting, shellIn } from "./acpLab.ts";
import { isAlive } from "./mcpLab.ts";

const acp = new AcpLab();
const { program } = acp;
const { lab } = program;
const editor = acp.editor.bind(acp);

beforeAll(() => program.start(), 60_000);
afterEach(() => acp.close());
afterAll(() => lab.hubs.dispose());

const allow = (): string => "allow";

const always = ({ options }: RequestPermissionRequest): string | undefined =>
  options.find(({ kind }) => kind === "allow_always")?.optionId;

test("an edit is shown as a call with its difference, asked about and done", async () => {
  const folder = realpathSync(lab.folder({ "a.txt": "one\n" }));
  const file = join(folder, "a.txt");
  const items = [{ text: "Edit", state: "running" }];
  const task = lab.trajectory([
    call("update_plan", { items }),
    { expect: "1 steps", ...call("read_file", { path: "a.txt" }) },
    { expect: "one", ...edit("one", "two") },
    { text: "Ready." },
  ]);
  const one = editor({ decide: allow });
  const session = await one.session(folder);
  const answer = await one.prompt(session, task);
  expect(answer).toMatchObject({
    stopReason: "end_turn",
    _meta: { "ai-hub": { outcome: "done", steps: 4, files: ["a.txt"] } },
  });
  expect(lab.read(folder, "a.txt")).toBe("two\n");
  const diff = { type: "diff", path: file, oldText: "one\n", newText: "two\n" };
  expect(one.asked).toMatchObject([
    { toolCall: { kind: "edit", content: [diff], locations: [{ path: file }] } },
  ]);
  expect(one.asked[0]?.options.map(({ kind }) => kind)).toEqual([
    "allow_once",
    "allow_always",
    "reject_once",
  ]);
  const calls = one.updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith("tool_call"));
  expect(calls.map((update) => ("kind" in update ? [update.kind, update.status] : []))).toEqual([
    ["read", "pending"],
    [],
    [],
    ["edit", "pending"],
    [],
    [],
  ]);
  expect(calls.at(-1)).toMatchObject({ status: "completed", content: [diff] });
  expect(one.updates).toContainEqual({
    sessionUpdate: "plan",
    entries: [{ content: "Edit", priority: "medium", status: "in_progress" }],
  });
  expect(one.text).toBe("Ready.");
});

test("what the person rejects, and what an editor without questions cannot ask, is not done", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const task = (why: string) =>
    lab.trajectory([edit("one", "two"), { expect: why, text: "Not done." }]);
  const rejecting = editor({ decide: () => "reject" });
  await rejecting.prompt(await rejecting.session(folder), task("The person rejected it"));
  const deaf = editor();
  const answer = await deaf.prompt(await deaf.session(folder), task("nobody can be asked"));
  expect(answer).toMatchObject({ _meta: { "ai-hub": { outcome: "refused" } } });
  const lying = editor({ decide: () => "an option that was not offered" });
  await lying.prompt(await lying.session(folder), task("The person rejected it"));
  expect([rejecting.text, deaf.text, lying.text]).toEqual(["Not done.", "Not done.", "Not done."]);
  expect(lab.read(folder, "a.txt")).toBe("one\n");
});

test("a rule of a card is kept for the folder", async () => {
  const folder = lab.folder({ "say.mjs": "console.log('said')" });
  const say = call("run_command", { command: "node say.mjs", purpose: "say" });
  const one = editor({ decide: always });
  const session = await one.session(folder);
  await one.prompt(
    session,
    lab.trajectory([say, { expect: "said", ...say }, { expect: "said", text: "Ready." }]),
  );
  expect(one.asked.map(({ toolCall: { title, kind } }) => [title, kind])).toEqual([
    ["node say.mjs", "execute"],
  ]);
  expect(one.text).toBe("Ready.");
});

test("several edits of a step are one question, and can be decided one by one", async () => {
  const folder = realpathSync(lab.folder({ "a.txt": "one\n", "b.txt": "one\n" }));
  const edits = [{ old_text: "one", new_text: "two" }];
  const calls = ["a.txt", "b.txt"].map((path) => ({ tool: "edit_file", args: { path, edits } }));
  const answers = ["oneByOne", "reject", "allow"];
  const one = editor({ decide: () => answers.shift() });
  await one.prompt(await one.session(folder), lab.trajectory([{ calls }, { text: "Ready." }]));
  const shown = one.asked.map(({ toolCall }) => toolCall.locations?.map(({ path }) => path));
  const [a, b] = [join(folder, "a.txt"), join(folder, "b.txt")];
  expect(shown).toEqual([[a, b], [a], [b]]);
  expect(one.asked.map(({ options }) => options.map(({ optionId }) => optionId))).toEqual([
    ["allow", "oneByOne", "rule:edits", "reject"],
    ["allow", "rule:edits", "reject"],
    ["allow", "rule:edits", "reject"],
  ]);
  expect([lab.read(folder, "a.txt"), lab.read(folder, "b.txt")]).toEqual(["one\n", "two\n"]);
});

test("a tainted run goes on as before when the person says so, and its kept rules hold again", async () => {
  const folder = lab.folder({ "notes.md": "a\u202Eb\n" });
  const read = call("read_file", { path: "notes.md" });
  const say = call("run_command", { command: "node -p '6 * 7'", purpose: "say" });
  const answers = ["rule:exact", "allowAsBefore"];
  const one = editor({ decide: () => answers.shift() });
  await one.prompt(
    await one.session(folder),
    lab.trajectory([say, read, say, say, { expect: "42", text: "Ready." }]),
  );
  expect(one.asked.map(({ options }) => options.map(({ optionId }) => optionId))).toEqual([
    ["allow", "rule:run", "rule:exact", "reject"],
    ["allow", "allowAsBefore", "reject"],
  ]);
  expect(one.text).toBe("Ready.");
});

function say42(purpose: string): object {
  return call("run_command", { command: 'echo "$((6 * 7))"', purpose });
}

test("the same text of a command is allowed for the run, whatever the model says of it", async () => {
  const answers = ["rule:run"];
  const one = editor({ decide: () => answers.shift() });
  await one.prompt(
    await one.session(lab.folder({})),
    lab.trajectory([say42("see"), say42("see again"), { expect: "42", text: "Ready." }]),
  );
  expect(one.asked.map(({ options }) => options.map(({ optionId }) => optionId))).toEqual([
    ["allow", "rule:run", "reject"],
  ]);
  expect(one.text).toBe("Ready.");
});

test("modes are the person's: plan refuses, edits runs without a question, and others are not offered", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const one = editor();
  const session = await one.session(folder, "plan");
  await one.prompt(
    session,
    lab.trajectory([edit("one", "two"), { expect: "In plan mode nothing is changed", text: "P" }]),
  );
  await one.agent.request(methods.agent.session.setMode, { sessionId: session, modeId: "ask" });
  await one.prompt(
    await one.another(folder, "ask"),
    lab.trajectory([edit("one", "two"), { expect: "In ask mode", text: "A" }]),
  );
  expect(lab.read(folder, "a.txt")).toBe("one\n");
  await one.prompt(
    await one.another(folder, "agent-edits"),
    lab.trajectory([edit("one", "two"), { text: "E" }]),
  );
  expect([one.text, lab.read(folder, "a.txt"), one.asked]).toEqual(["PAE", "two\n", []]);
  await expect(
    one.agent.request(methods.agent.session.setMode, { sessionId: session, modeId: "all" }),
  ).rejects.toThrow("There is no such mode here");
});

test("the editor's unsaved text is what the agent reads, and it is saved only after a question", async () => {
  const folder = realpathSync(lab.folder({ "a.txt": "one\n", "b.txt": "one\n" }));
  const [a, b] = [join(folder, "a.txt"), join(folder, "b.txt")];
  const written: string[] = [];
  const open = new Map([
    [a, "typed\n"],
    [b, "one\n"],
  ]);
  const answers = ["reject", "allow", "allow"];
  const one = editor({
    capabilities: { fs: { readTextFile: true, writeTextFile: true } },
    open,
    decide: () => answers.shift(),
    written: (path, text) => {
      written.push(text);
      open.set(path, text);
      writeFileSync(path, text);
    },
  });
  const task = lab.trajectory([
    call("read_file", { path: "a.txt" }),
    { expect: "typed", ...edit("typed", "two") },
    { expect: "The person rejected it", ...edit("typed", "three") },
    {
      expect: "three",
      ...call("edit_file", { path: "b.txt", edits: [{ old_text: "one", new_text: "four" }] }),
    },
    { text: "Ready." },
  ]);
  await one.prompt(await one.session(folder), task);
  expect(one.text).toBe("Ready.");
  expect([lab.read(folder, "a.txt"), lab.read(folder, "b.txt")]).toEqual(["three\n", "four\n"]);
  expect(written).toEqual(["typed\n", "three\n", "four\n"]);
});

test("what is not saved stays as it is if the editor does not let itself be written to", async () => {
  const folder = realpathSync(lab.folder({ "a.txt": "one\n" }));
  const one = editor({
    capabilities: { fs: { readTextFile: true } },
    open: new Map([[join(folder, "a.txt"), "typed\n"]]),
    decide: allow,
  });
  const task = lab.trajectory([edit("typed", "two"), { expect: "not saved it", text: "Ready." }]);
  await one.prompt(await one.session(folder), task);
  expect([one.text, lab.read(folder, "a.txt")]).toEqual(["Ready.", "one\n"]);
});

test("an editor that does not write what it was given does not lose the change", async () => {
  const folder = realpathSync(lab.folder({ "a.txt": "one\n" }));
  const one = editor({
    capabilities: { fs: { readTextFile: true, writeTextFile: true } },
    written: () => undefined,
  });
  const task = lab.trajectory([edit("one", "two"), { text: "Ready." }]);
  await one.prompt(await one.session(folder, "agent-edits"), task);
  expect(lab.read(folder, "a.txt")).toBe("two\n");
});

test("cancel ends the answer at once and the command with it, and the session goes on", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const one = editor({ decide: allow });
  const session = await one.session(folder);
  const answer = one.prompt(session, lab.trajectory([runWaiting, { text: "Ready." }]));
  const pid = await shellIn(folder);
  await one.cancel(session);
  expect(await answer).toMatchObject({ stopReason: "cancelled" });
  expect(one.updates.at(-1)).toMatchObject({ sessionUpdate: "tool_call_update", status: "failed" });
  expect(await one.prompt(session, "Go on.")).toMatchObject({ stopReason: "end_turn" });
  expect(isAlive(pid)).toBe(false);
  expect(one.text).toBe("Ready.");
});

test("cancel ends a question that is open", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const one = editor({ decide: () => new Promise<string>(() => undefined) });
  const session = await one.session(folder);
  const answer = one.prompt(session, lab.trajectory([edit("one", "two"), { text: "Ready." }]));
  await one.until(({ sessionUpdate }) => sessionUpdate === "tool_call");
  await expect.poll(() => one.asked).toHaveLength(1);
  await one.cancel(session);
  expect(await answer).toMatchObject({ stopReason: "cancelled" });
  expect(lab.read(folder, "a.txt")).toBe("one\n");
});

test.each(["the pipe closes", "the editor is killed"])(
  "%s in the middle of a run: nothing is left",
  async (how) => {
    const folder = lab.folder({ "a.txt": "one\n" });
    const one = editor({ decide: allow });
    const session = await one.session(folder);
    one.prompt(session, lab.trajectory([runWaiting])).catch(() => undefined);
    const pid = await shellIn(folder);
    if (how === "the editor is killed") {
      one.child.stdin?.destroy();
      one.child.stdout?.destroy();
    }
    expect(await one.close()).toBe(0);
    expect([isAlive(pid), isAlive(one.child.pid ?? 0)]).toEqual([false, false]);
  },
);
