import { realpathSync } from "node:fs";
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import { EditorWorkspace } from "../../../src/extension/agent/editor/editorWorkspace.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import type { FakeEditor } from "../../support/fakeEditor.ts";
import { AgentHostLab, type OpenOptions } from "./agentHostLab.ts";
import type { HostedConversation } from "./hostedConversation.ts";

const fake = vi.hoisted(() => ({ editor: undefined as FakeEditor | undefined }));

vi.mock("vscode", async () => {
  const { FakeEditor: Editor } = await import("../../support/fakeEditor.ts");
  fake.editor = new Editor();
  return fake.editor.api;
});

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());
beforeEach(() => editor().close());

function editor(): FakeEditor {
  if (!fake.editor) {
    throw new Error("No editor");
  }
  return fake.editor;
}

async function open(folder: string, more: OpenOptions = {}): Promise<HostedConversation> {
  const { Uri } = await import("vscode");
  return await lab.open(folder, {
    ...more,
    machine: (_editor, usual) => ({
      ...usual,
      openWorkspace: async () =>
        new EditorWorkspace(await NodeWorkspace.open(folder), (path) => Uri.file(path)),
    }),
  });
}

function edit(oldText: string, newText: string): object {
  const edits = [{ old_text: oldText, new_text: newText }];
  return { calls: [{ tool: "edit_file", args: { path: "a.ts", edits } }] };
}

const read = { calls: [{ tool: "read_file", args: { path: "a.ts" } }] };

function folderOf(text: string): { readonly folder: string; readonly path: string } {
  const folder = lab.agents.folder({ "a.ts": text });
  return { folder, path: join(realpathSync(folder), "a.ts") };
}

test("what the person has not saved is saved after a card that says so, and undo leads back to it", async () => {
  const { folder, path } = folderOf("one\nthree\n");
  editor().open(path).type("one\nmine\nthree\n");
  const clock = new FakeClock();
  const chat = await open(folder, { clock });
  chat.send(lab.agents.trajectory([read, edit("one", "two"), { expect: "mine", text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  expect(card).toMatchObject({ kind: "edit", warnings: ["savesFirst"] });
  expect(lab.agents.read(folder, "a.ts")).toBe("one\nthree\n");
  clock.advance(500);
  chat.decide(card.id, true);
  await chat.ended();
  expect(chat.calls.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(lab.agents.read(folder, "a.ts")).toBe("two\nmine\nthree\n");
  await (await chat.agent.files(chat.id))?.undo(undefined);
  expect(lab.agents.read(folder, "a.ts")).toBe("one\nmine\nthree\n");
});

test("what was typed under the card is never written over", async () => {
  const { folder, path } = folderOf("one\n");
  const document = editor().open(path);
  document.type("one\nmine\n");
  const clock = new FakeClock();
  const chat = await open(folder, { clock });
  chat.send(lab.agents.trajectory([edit("one", "two"), { expect: "changed", text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  document.type("one\nmine, too\n");
  clock.advance(500);
  chat.decide(card.id, true);
  await chat.ended();
  expect(chat.calls.map(({ state }) => state)).toEqual(["failed"]);
  expect(document.getText()).toBe("one\nmine, too\n");
  expect(lab.agents.read(folder, "a.ts")).toBe("one\n");
});

test("a formatter that runs on the person's save makes it another file than the card showed", async () => {
  const { folder, path } = folderOf("one\n");
  editor().open(path).type("one\nmine\n");
  editor().format = (text) => text.replace("mine", "  mine");
  const clock = new FakeClock();
  const chat = await open(folder, { clock });
  chat.send(
    lab.agents.trajectory([edit("one", "two"), { expect: "saving changed", text: "Done." }]),
  );
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  clock.advance(500);
  chat.decide(card.id, true);
  expect((await chat.ended()).state).toBe("complete");
  expect(lab.agents.read(folder, "a.ts")).toBe("one\n  mine\n");
});

test("at a level without cards for edits, a file with unsaved changes is refused", async () => {
  const { folder, path } = folderOf("one\n");
  const document = editor().open(path);
  document.type("one\nmine\n");
  const chat = await open(folder, { level: "edits" });
  chat.send(lab.agents.trajectory([edit("one", "two"), { expect: "not saved", text: "Done." }]));
  expect((await chat.ended()).state).toBe("complete");
  expect(chat.calls).toMatchObject([{ state: "refused" }]);
  expect(document.isDirty).toBe(true);
  expect(lab.agents.read(folder, "a.ts")).toBe("one\n");
});

test("a notebook with unsaved changes is not changed below them", async () => {
  const { folder, path } = folderOf("one\n");
  const { Uri } = await import("vscode");
  editor().notebooks.push({ uri: Uri.file(path), isDirty: true, isClosed: false });
  const chat = await open(folder, { level: "edits" });
  chat.send(lab.agents.trajectory([edit("one", "two"), { expect: "not saved", text: "Done." }]));
  expect((await chat.ended()).state).toBe("complete");
  expect(lab.agents.read(folder, "a.ts")).toBe("one\n");
});

test("after a formatter, the result has the lines as they stand, and a second edit works", async () => {
  const { folder, path } = folderOf("a\nb\nc\n");
  editor().open(path);
  editor().format = (text) => `// formatted\n${text.replace("// formatted\n", "")}`;
  const chat = await open(folder, { level: "edits" });
  chat.send(
    lab.agents.trajectory([
      read,
      edit("b", "two"),
      { expect: "It now reads:\\s+1\\t// formatted", ...edit("c", "three") },
      { expect: "4\\tthree", text: "Done." },
    ]),
  );
  expect(await chat.ended()).toMatchObject({ state: "complete" });
  expect(chat.calls.map(({ state }) => state)).toEqual(["done", "done", "done"]);
  expect(chat.calls[1]?.result).toContain("the editor changed it further");
  expect(lab.agents.read(folder, "a.ts")).toBe("// formatted\na\ntwo\nthree\n");
});

test("what the person types while the edit is saved stays, and the edit is made", async () => {
  const { folder, path } = folderOf("one\n");
  const document = editor().open(path);
  editor().whileSaving = (saved) => saved.type(`${saved.getText()}mine\n`);
  const chat = await open(folder, { level: "edits" });
  chat.send(lab.agents.trajectory([edit("one", "two"), edit("two", "three"), { text: "Done." }]));
  await chat.ended();
  // The second edit finds the person's unsaved text.
  expect(chat.calls.map(({ state }) => state)).toEqual(["done", "refused"]);
  expect(lab.agents.read(folder, "a.ts")).toBe("two\n");
  expect([document.getText(), document.isDirty]).toEqual(["two\nmine\n", true]);
});

test("a file that was only touched is not changed", async () => {
  const { folder, path } = folderOf("one\n");
  editor().open(path);
  const clock = new FakeClock();
  const chat = await open(folder, { clock });
  chat.send(lab.agents.trajectory([read, edit("one", "two"), { text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  utimesSync(path, 2_000_000_000, 2_000_000_000);
  clock.advance(500);
  chat.decide(card.id, true);
  await chat.ended();
  expect(chat.calls.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(chat.calls[1]?.result).not.toContain("changed since");
  expect(lab.agents.read(folder, "a.ts")).toBe("two\n");
});

const search = { calls: [{ tool: "search_text", args: { query: "façade" } }] };

/** The file's bytes are the text in an encoding. */
function encodedFile(text: string, encoding: BufferEncoding): ReturnType<typeof folderOf> {
  const made = folderOf("");
  writeFileSync(made.path, Buffer.from(text, encoding));
  return made;
}

test.each([
  ["iso88591", "latin1", ""],
  ["utf16le", "utf16le", "\u{FEFF}"],
] as const)(
  "an open file in %s is read and changed, and keeps its encoding",
  async (name, encoding, mark) => {
    const { folder, path } = encodedFile(`${mark}façade\none\n`, encoding);
    editor().open(path, name);
    const chat = await open(folder, { level: "edits" });
    chat.send(
      lab.agents.trajectory([
        read,
        { expect: "1\\tfaçade", ...search },
        { expect: "a.ts:1: façade", ...edit("one", "déjà") },
        { expect: "2\\tdéjà", ...edit("déjà", "deux") },
        { expect: "2\\tdeux", text: "Done." },
      ]),
    );
    expect(await chat.ended()).toMatchObject({ state: "complete" });
    expect(chat.calls.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
    expect(readFileSync(path).toString(encoding)).toBe(`${mark}façade\ndeux\n`);
    await (await chat.agent.files(chat.id))?.undo(undefined);
    expect(readFileSync(path).toString(encoding)).toBe(`${mark}façade\none\n`);
  },
);

test("a file that is not UTF-8 is refused until the person opens it in its encoding", async () => {
  const { folder, path } = encodedFile("façade\none\n", "latin1");
  const chat = await open(folder, { level: "edits" });
  chat.send(
    lab.agents.trajectory([
      read,
      { expect: "Ask the person to open it, in its encoding", ...edit("one", "two") },
      { expect: "Ask the person to open it, in its encoding", text: "Done." },
    ]),
  );
  expect(await chat.ended()).toMatchObject({ state: "complete" });
  // The editor shows it with other characters, and would write these.
  editor().open(path);
  chat.send(lab.agents.trajectory([edit("one", "two"), { expect: "open as utf8", text: "Done." }]));
  expect(await chat.ended()).toMatchObject({ state: "complete" });
  expect(readFileSync(path).toString("latin1")).toBe("façade\none\n");
});

test("characters that the encoding lacks are refused, also where the file had none before", async () => {
  const { folder, path } = folderOf("one\n");
  editor().open(path, "iso88591");
  const chat = await open(folder, { level: "edits" });
  chat.send(
    lab.agents.trajectory([
      edit("one", "→"),
      { expect: "iso88591, lacks characters", ...edit("one", "été") },
      { expect: "1\\tété", ...edit("été", "été →") },
      { expect: "iso88591, lacks characters", text: "Done." },
    ]),
  );
  expect(await chat.ended()).toMatchObject({ state: "complete" });
  expect(readFileSync(path).toString("latin1")).toBe("été\n");
});

test("unsaved changes of a file that is not UTF-8 are saved in its encoding, after a card", async () => {
  const { folder, path } = encodedFile("façade\none\n", "latin1");
  editor().open(path, "iso88591").type("façade\nmine\none\n");
  const clock = new FakeClock();
  const chat = await open(folder, { clock });
  chat.send(lab.agents.trajectory([edit("one", "two"), { expect: "two", text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  clock.advance(500);
  chat.decide(card.id, true);
  expect(await chat.ended()).toMatchObject({ state: "complete" });
  expect(readFileSync(path).toString("latin1")).toBe("façade\nmine\ntwo\n");
});
