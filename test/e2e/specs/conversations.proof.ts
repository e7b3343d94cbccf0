import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

/** One red pixel. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "conversations",
    files: { "README.md": "# Sample\n" },
  });
  writeFileSync(join(connected.editor.workspace, "red.png"), Buffer.from(picture, "base64"));
  workbench = await connected.editor.openWindow({ width: 1200 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-echo");
});

afterAll(async () => {
  await connected.dispose();
});

test("messages wait in a queue that is put in order, and go when the answer is stopped for them", async () => {
  await chat.chooseModel("hub-script-slow");
  await chat.ask("The long one");
  await chat.waitForAnswer("streaming");
  await chat.chooseModel("hub-script-echo");
  const waiting = chat.region.getByRole("region", { name: "Queue" }).getByRole("listitem");
  for (const [index, text] of ["first thing", "second thing", "third thing"].entries()) {
    await chat.write(text);
    await chat.button("Queue message").click();
    await waiting.nth(index).waitFor();
  }
  await waiting.nth(2).getByRole("button", { name: "Move up" }).click();
  await expect.poll(() => waiting.nth(1).textContent()).toContain("third");
  await workbench.screenshot("queue");
  await waiting.nth(1).getByRole("button", { name: "Stop and send now" }).click();
  await chat.questions.filter({ hasText: "second thing" }).waitFor();
  await chat.waitForAnswer("complete");
  await expect
    .poll(() => chat.questions.allInnerTexts())
    .toEqual(["The long one", "third thing", "first thing", "second thing"].map(containing));
  await expect.poll(() => waiting.count()).toBe(0);
});

test("an edited message makes a version, and both can be gone to", async () => {
  await chat.startAnew(workbench);
  await ask("The first wording");
  await edit(chat.questions.last(), "The second wording");
  await edit(chat.questions.last(), "The third wording");
  const question = chat.questions.last();
  await question.getByText("3/3").waitFor();
  await question.getByRole("button", { name: "Previous version" }).click();
  await question.getByText("2/3").waitFor();
  await expect.poll(() => chat.lastAnswer.textContent()).toContain("second wording");
  await workbench.screenshot("branches");
});

test("a fork is a conversation of its own with what was said before", async () => {
  await act(chat.lastAnswer, "Fork from here");
  await expect.poll(() => chat.questions.last().getByText("2/3").count()).toBe(0);
  await ask("Only in the fork");
  await openFromHistory("second wording");
  await chat.questions.filter({ hasText: "second wording" }).waitFor();
  await expect.poll(() => chat.questions.filter({ hasText: "Only in the fork" }).count()).toBe(0);
});

test("two models answer side by side, nothing goes on before one is kept, and only that one is sent", async () => {
  await chat.startAnew(workbench);
  await ask("Which is better?");
  await act(chat.lastAnswer, "Compare models");
  const menu = chat.region.getByRole("dialog", { name: "Choose two or three models" });
  const search = menu.getByRole("combobox");
  for (const model of ["hub-script-echo", "hub-script-reasoning"]) {
    await search.fill(model);
    await menu.getByRole("option").filter({ hasText: model }).first().click();
  }
  await menu.getByRole("button", { name: "Compare 2 models" }).click();
  const comparison = chat.region.getByRole("group", { name: "Answers side by side" });
  await expect.poll(() => comparison.locator('[data-state="complete"]').count()).toBe(2);
  await workbench.screenshot("compare");
  await chat.write("Going on");
  await chat.message.press("Enter");
  await chat.region.getByText("Keep one of the answers first").first().waitFor();
  await comparison.getByRole("button", { name: "Keep this one: Script: reasoning" }).click();
  await comparison.waitFor({ state: "detached" });
  await chat.message.press("Enter");
  await chat.questions.filter({ hasText: "Going on" }).waitFor();
  await chat.waitForAnswer("complete");
  const body = connected.chats().at(-1)?.body ?? "";
  expect(body).toContain("This answer is scripted");
  expect(body.match(/Which is better/gu)).toHaveLength(1);
});

test("reasoning is told in one line, opens, and is no part of what is sent again", async () => {
  await chat.startAnew(workbench);
  await chat.chooseModel("hub-script-reasoning");
  await ask("Think about it");
  const thought = chat.lastAnswer.getByRole("button", { name: /^Thought/u });
  await thought.click();
  await chat.lastAnswer
    .getByRole("group", { name: "Reasoning" })
    .getByText("weigh two ways")
    .waitFor();
  await workbench.screenshot("reasoning");
});

test("the same conversation goes on in the other format, with everything before it", async () => {
  await reloadWith({ "aiHub.chatFormat": "anthropic", "aiHub.model": "hub-script-echo" });
  await ask("And in the other format");
  expect(connected.chats().at(-1)?.path).toBe("/hub/v1/messages");
  expect(connected.chats().at(-1)?.body).toContain("Think about it");
  expect(connected.lastPrompt()).toBe("And in the other format");
  await reloadWith({ "aiHub.chatFormat": "openai" });
  await ask("And back");
  expect(connected.chats().at(-1)?.path).toBe("/hub/v1/chat/completions");
  expect(connected.chats().at(-1)?.body).toContain("And in the other format");
});

test("a piece of an answer is quoted into the message", async () => {
  await chat.startAnew(workbench);
  await ask("A sentence worth quoting");
  await chat.lastAnswer.getByText("A sentence worth quoting").click({ clickCount: 3 });
  await chat.button("Quote").click();
  await expect.poll(() => chat.message.inputValue()).toBe("> A sentence worth quoting\n\n");
  await chat.write("");
});

test("an answer that was cut goes on in the same place", async () => {
  await chat.startAnew(workbench);
  await chat.chooseModel("hub-script-length");
  await chat.ask("Tell me a long story");
  await chat.waitForAnswer("incomplete");
  await chat.chooseModel("hub-script-markdown");
  await chat.lastAnswer.getByRole("button", { name: "Continue" }).click();
  await chat.waitForAnswer("complete");
  await expect.poll(() => chat.answers.count()).toBe(1);
  await expect.poll(() => chat.lastAnswer.textContent()).toContain("This answer is scripted");
  await chat.chooseModel("hub-script-echo");
});

test("a pasted and a picked picture go to a model that takes them, and not to one that does not", async () => {
  await chat.startAnew(workbench);
  await workbench.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
    const blob = new Blob([bytes], { type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  }, picture);
  await chat.message.press("Control+V");
  await chat.contextItems.getByRole("button", { name: /^Show /u }).waitFor();
  await chat.write("");
  await chat.message.pressSequentially("@browse");
  await chat.suggestions.filter({ hasText: "Browse…" }).click();
  await workbench.quickInput.enterPath(join(connected.editor.workspace, "red.png"));
  await chat.button("Show red.png").waitFor();
  await expect.poll(() => chat.contextItems.count()).toBe(2);
  await chat.region.getByText("does not take images.").first().waitFor();
  await workbench.screenshot("pictures");
  await expect.poll(() => chat.send.isDisabled()).toBe(true);
  // One that the hub says nothing about may take them.
  await chat.chooseModel("hub-script-error-dlp-alert");
  await chat.ask("What do you see?");
  await chat.waitForAnswer("complete");
  const body = connected.chats().at(-1)?.body ?? "";
  expect(body.match(/data:image\/png;base64,/gu)).toHaveLength(2);
  await chat.questions.last().getByRole("button", { name: "Show red.png" }).click();
  await chat.region.getByRole("button", { name: "Close image" }).click();
  await chat.chooseModel("hub-script-echo");
});

test("history finds a word of any message, names, marks, deletes and brings back", async () => {
  await chat.startAnew(workbench);
  await ask("Where does the platypus live?");
  await chat.startAnew(workbench);
  await ask("Another one");
  const history = await openHistory();
  await history.getByRole("searchbox").fill("platypus");
  const row = history.getByRole("listitem");
  await expect.poll(() => row.count()).toBe(1);
  await row.getByRole("button", { name: /^Add .* to favourites$/u }).click();
  await row.getByRole("button", { name: /^Remove .* from favourites$/u }).waitFor();
  await row.getByRole("button", { name: /^Rename/u }).click();
  await history.getByRole("textbox", { name: "Name of the conversation" }).fill("About animals");
  await history.getByRole("textbox", { name: "Name of the conversation" }).press("Enter");
  await row.getByText("About animals").first().waitFor();
  await history.getByRole("searchbox").fill("");
  await history.getByRole("button", { name: "Show only favourites" }).click();
  await expect.poll(() => row.count()).toBe(1);
  await workbench.screenshot("history");
  await row.getByRole("button", { name: "Delete “About animals”" }).click();
  await history.getByText("“About animals” was deleted.").waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await history.getByRole("button", { name: "Undo" }).click();
  await row.getByText("About animals").first().click();
  await chat.questions.filter({ hasText: "platypus" }).waitFor();
});

test("two windows show one conversation, and the second asks in another without a change of the first", async () => {
  await chat.startAnew(workbench);
  await ask("Seen in two windows");
  const second = await connected.editor.openWindow({ width: 900 });
  const other = await second.openChat();
  await other.message.waitFor();
  await second.runCommand("AI Hub: History");
  const history = other.region.getByRole("dialog", { name: "History" });
  await history.getByRole("searchbox").fill("Seen in two windows");
  await expect.poll(() => history.locator("[data-history-row]").count()).toBe(1);
  await history.locator("[data-history-row]").click();
  await other.questions.filter({ hasText: "Seen in two windows" }).waitFor();
  await ask("Asked in the first window");
  await other.questions.filter({ hasText: "Asked in the first window" }).waitFor();
  await second.screenshot("second");
  await expect.poll(() => other.questions.count()).toBe(2);
  await other.startAnew(second);
  await other.ask("From the second window");
  await other.waitForAnswer("complete");
  await second.close();
  await expect.poll(() => chat.questions.count()).toBe(2);
});

async function reloadWith(settings: Readonly<Record<string, unknown>>): Promise<void> {
  connected.editor.changeSettings(settings);
  await workbench.reload();
  chat = await workbench.openChat();
  await chat.questions.filter({ hasText: "Think about it" }).waitFor();
}

async function ask(text: string): Promise<void> {
  await chat.ask(text);
  await chat.waitForAnswer("complete");
}

/** An action of a message, which are seen while the pointer is on it. */
async function act(message: Locator, name: string): Promise<void> {
  await message.hover();
  await message.getByRole("button", { name, exact: true }).click();
}

async function edit(message: Locator, text: string): Promise<void> {
  await act(message, "Edit message");
  await message.getByRole("textbox").fill(text);
  await message.getByRole("textbox").press("Enter");
  await chat.questions.filter({ hasText: text }).waitFor();
  await chat.waitForAnswer("complete");
}

async function openHistory(): Promise<Locator> {
  await workbench.runCommand("AI Hub: History");
  const history = chat.region.getByRole("dialog", { name: "History" });
  await history.getByRole("searchbox").waitFor();
  return history;
}

async function openFromHistory(words: string): Promise<void> {
  const history = await openHistory();
  await history.getByRole("searchbox").fill(words);
  await expect.poll(() => history.locator("[data-history-row]").count()).toBe(2);
  await history.locator("[data-history-row]").last().click();
  await history.waitFor({ state: "hidden" });
}

function containing(text: string): unknown {
  return expect.stringContaining(text);
}
