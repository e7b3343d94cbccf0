import { readFileSync } from "node:fs";

import type { ConsoleMessage } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

/** A whole day is two hundred messages; every run has its first hour, with each habit in turn. */
const isWholeDay = process.env["AI_HUB_WHOLE_DAY"] === "1";
const conversations = isWholeDay ? 20 : 10;
const messagesEach = isWholeDay ? 10 : 3;

/** What tells our messages from those of the editor and its own extensions. */
const ours = /(?:webview|aihub|ai-hub|AI Hub|dist\/host|hub\.mjs)/iu;

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;
const problems: string[] = [];

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "day",
    files: { "src/retry.ts": "export const attempts = 3;\n", "README.md": "# Sample\n" },
  });
  workbench = await connected.editor.openWindow();
  workbench.page.on("console", (message) => note(message));
  workbench.page.on("pageerror", (error) => problems.push(`page: ${error.message}`));
  chat = await workbench.openChat();
  await chat.message.waitFor();
});

afterAll(async () => {
  await connected.dispose();
});

function note(message: ConsoleMessage): void {
  if (message.type() === "error" && ours.test(`${message.location().url} ${message.text()}`)) {
    problems.push(`console: ${message.text()}`);
  }
}

/** One more thing that people do in a chat, after its ordinary messages; by the conversation's number. */
const habits: readonly (() => Promise<void>)[] = [
  stopAndContinue,
  regenerateAndGoBack,
  editFirst,
  queueTwo,
  findWord,
  openAndSearchHistory,
  mentionFile,
  forkAndReturn,
  askForMath,
  sendSensitive,
];

test("a day of use: many messages in many conversations, with everything people do, and no error in any log", async () => {
  for (let index = 0; index < conversations; index += 1) {
    await chat.startAnew(workbench);
    await chat.chooseModel(index % 4 === 0 ? "hub-demo" : "hub-script-echo");
    for (let message = 0; message < messagesEach; message += 1) {
      await chat.ask(
        `Message ${message} of conversation ${index}: why does \`retry${index}\` hang?`,
      );
      await chat.waitForAnswer("complete");
    }
    await chat.chooseModel("hub-script-echo");
    await habits[index % habits.length]?.();
  }
  await workbench.screenshot("evening");
  expect(connected.chats().length).toBeGreaterThanOrEqual(conversations * messagesEach);
}, 900_000);

test("at the end of the day, everything is there after a reload, and no log has an error of ours", async () => {
  await workbench.reload();
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await workbench.runCommand("AI Hub: History");
  const history = chat.region.getByRole("dialog", { name: "History" });
  await history
    .getByRole("searchbox", { name: "Search all messages" })
    .fill("message 2 of conversation 3");
  await history.locator("[data-history-row]").first().waitFor();
  await workbench.screenshot("morning-after");
  await chat.region.page().keyboard.press("Escape");
  expect(problems).toEqual([]);
  expect(logErrors()).toEqual([]);
}, 120_000);

async function stopAndContinue(): Promise<void> {
  await chat.chooseModel("hub-script-slow");
  await chat.ask("Slowly");
  await chat.waitForAnswer("streaming");
  await chat.stop.click();
  const answer = await chat.waitForAnswer("stopped");
  await chat.chooseModel("hub-script-echo");
  const goOn = answer.getByRole("button", { name: "Continue" });
  if ((await goOn.count()) > 0) {
    await goOn.click();
    await chat.waitForAnswer("complete");
  }
}

async function regenerateAndGoBack(): Promise<void> {
  await chat.lastAnswer.hover();
  await chat.lastAnswer.getByRole("button", { name: "Regenerate", exact: true }).click();
  await chat.lastAnswer.getByText("2/2").waitFor();
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByRole("button", { name: "Previous version" }).click();
  await chat.lastAnswer.getByText("1/2").waitFor();
}

async function editFirst(): Promise<void> {
  const last = chat.questions.last();
  await last.hover();
  await last.getByRole("button", { name: "Edit message" }).click();
  const field = last.getByRole("textbox");
  await field.fill("An edited question");
  await field.press("Enter");
  await chat.questions.filter({ hasText: "An edited question" }).waitFor();
  await chat.waitForAnswer("complete");
}

async function queueTwo(): Promise<void> {
  await chat.chooseModel("hub-script-slow");
  await chat.ask("The long one");
  await chat.waitForAnswer("streaming");
  await chat.chooseModel("hub-script-echo");
  for (const text of ["Queued first", "Queued second"]) {
    await chat.write(text);
    await chat.message.press("Enter");
    await chat.region.getByText(text).first().waitFor();
  }
  await chat.region.getByRole("button", { name: "Stop and send now" }).first().click();
  await chat.questions.filter({ hasText: "Queued first" }).waitFor();
  await chat.questions.filter({ hasText: "Queued second" }).waitFor();
  await chat.waitForAnswer("complete");
}

async function findWord(): Promise<void> {
  await chat.message.press("Control+F");
  const field = chat.region.getByRole("textbox", { name: "Find in chat" });
  await field.fill("message 2");
  await chat.region.getByText(/1 of \d/u).waitFor();
  await field.press("Enter");
  await field.press("Escape");
}

async function openAndSearchHistory(): Promise<void> {
  await workbench.runCommand("AI Hub: History");
  const history = chat.region.getByRole("dialog", { name: "History" });
  await history.getByRole("searchbox", { name: "Search all messages" }).fill("conversation 0");
  await history.locator("[data-history-row]").first().click();
  await history.waitFor({ state: "hidden" });
}

async function mentionFile(): Promise<void> {
  await chat.message.pressSequentially("What is in @retry");
  const list = chat.region.getByRole("listbox", { name: "Context to attach" });
  await list
    .getByRole("option", { name: /retry\.ts/u })
    .first()
    .waitFor();
  await chat.message.press("Enter");
  await chat.contextItems.filter({ hasText: "retry.ts" }).waitFor();
  await chat.message.press("Enter");
  await chat.waitForAnswer("complete");
}

async function forkAndReturn(): Promise<void> {
  const before = await chat.questions.count();
  await chat.lastAnswer.hover();
  await chat.lastAnswer.getByRole("button", { name: "Fork from here" }).click();
  await expect.poll(() => chat.questions.count()).toBe(before);
  await chat.ask("In the fork");
  await chat.waitForAnswer("complete");
}

async function askForMath(): Promise<void> {
  await chat.ask("Euler: $e^{i\\pi} + 1 = 0$");
  const answer = await chat.waitForAnswer("complete");
  await answer.locator("math").first().waitFor();
}

async function sendSensitive(): Promise<void> {
  await chat.write("O CPF do cliente é 529.982.247-25");
  await chat.message.press("Enter");
  await chat.region.getByRole("button", { name: "Mask and send" }).click();
  await chat.questions.filter({ hasText: "529.982.247-25" }).waitFor();
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toContain("529.982.247-25");
  expect(connected.chats().at(-1)?.body).not.toContain("529.982.247-25");
}

/** Lines of the extension host's and the hub's logs that tell of an error of ours. */
function logErrors(): readonly string[] {
  return connected.editor
    .logFiles()
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .filter((line) => /\berror\b/iu.test(line) && ours.test(line));
}
