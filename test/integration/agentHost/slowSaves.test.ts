import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import { EditorWorkspace } from "../../../src/extension/agent/editor/editorWorkspace.ts";
import { deferred } from "../../support/deferred.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import type { FakeEditor } from "../../support/fakeEditor.ts";
import { AgentHostLab } from "./agentHostLab.ts";
import type { HostedConversation } from "./hostedConversation.ts";

const fake = vi.hoisted(() => ({ editor: undefined as FakeEditor | undefined }));

vi.mock("vscode", async () => {
  const { FakeEditor: Editor } = await import("../../support/fakeEditor.ts");
  fake.editor = new Editor();
  return fake.editor.api;
});

const lab = new AgentHostLab();
/** The time of saves. */
let saveClock = new FakeClock();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());
beforeEach(() => {
  editor().close();
  saveClock = new FakeClock();
});

function editor(): FakeEditor {
  if (!fake.editor) {
    throw new Error("No editor");
  }
  return fake.editor;
}

async function open(folder: string): Promise<HostedConversation> {
  const { Uri } = await import("vscode");
  return await lab.open(folder, {
    level: "edits",
    machine: (_editor, usual) => ({
      ...usual,
      openWorkspace: async () =>
        new EditorWorkspace(await NodeWorkspace.open(folder), (path) => Uri.file(path), saveClock),
    }),
  });
}

function edit(oldText: string, newText: string): object {
  const edits = [{ old_text: oldText, new_text: newText }];
  return { calls: [{ tool: "edit_file", args: { path: "a.ts", edits } }] };
}

function folderOf(text: string): { readonly folder: string; readonly path: string } {
  const folder = lab.agents.folder({ "a.ts": text });
  return { folder, path: join(realpathSync(folder), "a.ts") };
}

/** A formatter that works until it is told to end. */
function slowFormatter(): { readonly begun: Promise<void>; readonly end: () => void } {
  const [begun, ended] = [deferred<void>(), deferred<void>()];
  editor().beforeSave = () => {
    begun.resolve();
    return ended.promise;
  };
  return { begun: begun.promise, end: () => ended.resolve() };
}

test("a save that takes longer than a formatter should is waited for with a word, and the edit is the run's", async () => {
  const { folder, path } = folderOf("one\n");
  editor().open(path);
  const formatter = slowFormatter();
  const chat = await open(folder);
  chat.send(lab.agents.trajectory([edit("one", "two"), edit("two", "three"), { text: "Done." }]));
  await formatter.begun;
  saveClock.advance(4_000);
  expect(editor().statusMessages).toEqual(["AI Hub waits until the editor has saved {0}."]);
  editor().beforeSave = undefined;
  formatter.end();
  expect(await chat.ended()).toMatchObject({ state: "complete" });
  expect(chat.calls.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(lab.agents.read(folder, "a.ts")).toBe("three\n");
  const files = await chat.agent.files(chat.id);
  await files?.refresh();
  expect(files?.view).toMatchObject({ changes: [{ path: "a.ts" }], checkpoints: [{ files: 1 }] });
  await files?.undo(undefined);
  expect(lab.agents.read(folder, "a.ts")).toBe("one\n");
});

test("an edit whose save never ends is taken back in the editor, and the next edit works", async () => {
  const { folder, path } = folderOf("one\n");
  const document = editor().open(path);
  const formatter = slowFormatter();
  const chat = await open(folder);
  chat.send(lab.agents.trajectory([edit("one", "two"), edit("one", "three"), { text: "Done." }]));
  await formatter.begun;
  editor().beforeSave = undefined;
  saveClock.advance(60_000);
  expect(await chat.ended()).toMatchObject({ state: "complete" });
  expect(chat.calls.map(({ state }) => state)).toEqual(["failed", "done"]);
  expect(chat.calls[0]?.result).toMatch(/^Not done, nothing was changed\./u);
  expect([document.getText(), lab.agents.read(folder, "a.ts")]).toEqual(["three\n", "three\n"]);
});

test("a save that ended on the disk, but was never reported, is looked up: the edit is done", async () => {
  const { folder, path } = folderOf("one\n");
  const document = editor().open(path);
  const formatter = slowFormatter();
  const chat = await open(folder);
  chat.send(lab.agents.trajectory([edit("one", "two"), { text: "Done." }]));
  await formatter.begun;
  writeFileSync(path, document.getText());
  saveClock.advance(60_000);
  expect(await chat.ended()).toMatchObject({ state: "complete" });
  expect(chat.calls.map(({ state }) => state)).toEqual(["done"]);
  await (await chat.agent.files(chat.id))?.undo(undefined);
  expect(lab.agents.read(folder, "a.ts")).toBe("one\n");
});

test("a save that the editor refuses leaves the file and the document as they were", async () => {
  const { folder, path } = folderOf("one\n");
  const document = editor().open(path);
  editor().beforeSave = () => Promise.reject(new Error("EACCES"));
  const chat = await open(folder);
  chat.send(lab.agents.trajectory([edit("one", "two"), { text: "Done." }]));
  expect(await chat.ended()).toMatchObject({ state: "complete" });
  expect(chat.calls).toMatchObject([
    { state: "failed", result: expect.stringMatching(/^Not done, nothing was changed/u) as string },
  ]);
  expect([document.getText(), lab.agents.read(folder, "a.ts")]).toEqual(["one\n", "one\n"]);
});

test("a run that is stopped while a file is saved knows the change: it is done, and can be undone", async () => {
  const { folder, path } = folderOf("one\n");
  editor().open(path);
  const formatter = slowFormatter();
  const chat = await open(folder);
  chat.send(lab.agents.trajectory([edit("one", "two"), edit("two", "three"), { text: "Done." }]));
  await formatter.begun;
  chat.session.stop();
  formatter.end();
  expect(await chat.ended()).toMatchObject({ state: "stopped" });
  await chat.agent.ended();
  expect(lab.agents.read(folder, "a.ts")).toBe("two\n");
  const files = await chat.agent.files(chat.id);
  await files?.refresh();
  expect(files?.view.changes).toMatchObject([
    { path: "a.ts", kind: "changed", isChangedSince: false },
  ]);
  await files?.undo(undefined);
  expect(lab.agents.read(folder, "a.ts")).toBe("one\n");
});
