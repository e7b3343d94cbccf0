import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({ name: "portuguese", install: "zip", locale: "pt-br" });
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
});

afterAll(async () => {
  await connected.dispose();
});

test("the page, the commands and the answer are in Portuguese", async () => {
  await chat.message.waitFor();
  await chat.ask("O que você sabe fazer?");
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toMatch(/demonstra|não sou/iu);
  await workbench.runCommand("AI Hub: Novo chat");
  await expect.poll(() => chat.articles.count()).toBe(0);
});

test("a failure says in Portuguese what happened and what to do", async () => {
  await chat.chooseModel("hub-script-error-budget");
  await chat.ask("Ainda há orçamento?");
  const answer = await chat.waitForAnswer("failed");
  await expect.poll(() => answer.getAttribute("data-kind")).toBe("budget_exhausted");
  await expect.poll(() => answer.textContent()).toMatch(/orçamento/iu);
  await workbench.screenshot("falha");
});
