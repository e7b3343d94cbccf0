import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

const name = "preço.txt";
const edit = {
  calls: [
    {
      tool: "edit_file",
      args: { path: name, edits: [{ old_text: "não: 1", new_text: "não: 2 é" }] },
    },
  ],
};

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "agentEncoding",
    settings: { "files.encoding": "iso88591" },
    plays: {
      closed: [edit, { expect: "Ask the person to open it", text: "It is not open." }],
      open: [
        { calls: [{ tool: "read_file", args: { path: name } }] },
        { expect: "ação\\n2\\tnão: 1", ...edit },
        { expect: "não: 2 é", text: "It is two now." },
      ],
    },
  });
  writeFileSync(path(), Buffer.from("ação\nnão: 1\n", "latin1"));
  workbench = await connected.editor.openWindow({ width: 1300, height: 900 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-play");
});

afterAll(async () => {
  await connected.dispose();
});

function path(): string {
  return join(connected.editor.workspace, name);
}

/** The file's bytes, each as the character that Latin-1 has for it. */
function bytes(): string {
  return readFileSync(path(), "latin1");
}

async function ask(task: string): Promise<void> {
  await chat.startAnew(workbench);
  await chat.chooseAgent(workbench);
  await chat.ask(task);
}

test("a file in Latin-1 that is not open is left alone", async () => {
  await ask("play:closed");
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("It is not open.").waitFor();
  expect(bytes()).toBe("ação\nnão: 1\n");
});

test("a file in Latin-1 that is open is read, changed and undone in its encoding", async () => {
  await workbench.openFile(name);
  await workbench.editorText("ação").waitFor();
  await ask("play:open");
  const card = chat.card("edit");
  await card.getByText("não: 2 é").waitFor();
  await chat.decide(card, "Make this edit");
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("It is two now.").waitFor();
  expect(bytes()).toBe("ação\nnão: 2 é\n");
  await workbench.editorText("não: 2 é").waitFor();
  await workbench.screenshot("changed");
  await chat.runChanges.getByRole("button", { name: /Undo/u }).first().click();
  await expect.poll(bytes).toBe("ação\nnão: 1\n");
});
