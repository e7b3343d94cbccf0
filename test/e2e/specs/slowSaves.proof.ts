import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { Probe } from "../editor/probe.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

const edit = (oldText: string, newText: string): readonly object[] => [
  {
    tool: "edit_file",
    args: { path: "notes.txt", edits: [{ old_text: oldText, new_text: newText }] },
  },
];

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "slowSaves",
    files: { "notes.txt": "one\n" },
    settings: { "aiHub.agent.level": "edits", "editor.formatOnSave": true },
    plays: {
      slow: [
        { text: "I change it.", calls: edit("one", "two") },
        { expect: "Edited notes.txt", calls: edit("two", "three") },
        { expect: "Edited notes.txt", text: "Both are done." },
      ],
    },
  });
  const probe = new Probe(connected.editor.workspace);
  workbench = await connected.editor.openWindow({ width: 1300, height: 900 });
  await probe.ask("slowFormatter", { ms: 4_000 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-play");
});

afterAll(async () => {
  await connected.dispose();
});

function text(): string {
  return readFileSync(join(connected.editor.workspace, "notes.txt"), "utf8");
}

test("edits whose saves wait four seconds for a formatter are done, with a word, Keep and Undo", async () => {
  await workbench.openFile("notes.txt");
  await chat.message.click();
  await chat.chooseAgent(workbench);
  await chat.ask("play:slow");
  await workbench.page
    .locator(".statusbar")
    .getByText("AI Hub waits until the editor has saved notes.txt.")
    .waitFor();
  await workbench.screenshot("waits");
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("Both are done.").waitFor();
  expect(text()).toBe("three\nformatted\n");
  await chat.runChanges.getByRole("button", { name: /1 file changed/u }).click();
  await workbench.lens("Keep").first().waitFor();
  await workbench.screenshot("done");
  await chat.runChanges.getByRole("button", { name: /Undo/u }).first().click();
  await expect.poll(text).toBe("one\n");
});
