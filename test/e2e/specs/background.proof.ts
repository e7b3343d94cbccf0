import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "background",
    // A tool may not change a stock much by default.
    settings: { "aiHub.seller.chatAccess": "write", "aiHub.seller.maxStockChange": 1000 },
  });
  workbench = await connected.editor.openWindow({ width: 1000, height: 760 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
});

afterAll(async () => {
  await connected.dispose();
});

/** Asks a model, and another chat is shown before the answer has ended. */
async function askAndLeave(model: string, text: string): Promise<void> {
  await chat.startAnew(workbench);
  await chat.chooseModel(model);
  await chat.ask(text);
  await chat.startAnew(workbench);
}

/** What is shown now answers: the extension host of the window is not held up by what is not shown. */
async function expectAnswerHere(): Promise<void> {
  await chat.chooseModel("hub-script-echo");
  await chat.ask("Are you still there?");
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toContain("Are you still there?");
}

/** Shows the chat that has these words again. */
async function goBack(words: string): Promise<void> {
  await workbench.runCommand("AI Hub: History");
  const history = chat.region.getByRole("dialog", { name: "History" });
  await history.getByRole("searchbox").fill(words);
  const rows = history.locator("[data-history-row]");
  await expect.poll(() => rows.count()).toBe(1);
  await rows.click();
  await history.waitFor({ state: "hidden" });
  await chat.questions.filter({ hasText: words }).waitFor();
}

/** How often the hub was asked with these words. */
function tries(words: string): number {
  return connected.chats().filter(({ body }) => body.includes(words)).length;
}

function wordsOf(answer: Locator): Promise<number> {
  return answer.textContent().then((text) => text?.match(/word\d+/gu)?.length ?? 0);
}

test("an answer goes on while another chat is shown, and can be stopped when it is shown again", async () => {
  await askAndLeave("hub-script-slow", "Slow reading of gladioli");
  await expectAnswerHere();
  await goBack("gladioli");
  await chat.waitForAnswer("streaming");
  const before = await wordsOf(chat.lastAnswer);
  expect(before).toBeGreaterThan(0);
  await expect.poll(() => wordsOf(chat.lastAnswer)).toBeGreaterThan(before);
  await chat.stop.click();
  await chat.waitForAnswer("stopped");
});

test("one that falls silent holds nothing up, and can be stopped when it is shown again", async () => {
  await askAndLeave("hub-script-stalled", "Silent reading of hyacinths");
  await chat.chooseModel("hub-script-slow");
  await chat.ask("Read while the other is silent");
  // After 15 s; a silence is told after 10.
  await chat.lastAnswer.getByText("word60").waitFor({ timeout: 60_000 });
  await chat.stop.click();
  await chat.waitForAnswer("stopped");
  await expectAnswerHere();
  await goBack("hyacinths");
  await chat.waitForAnswer("streaming");
  await workbench.screenshot("silent");
  await chat.stop.click();
  await chat.waitForAnswer("stopped");
});

test("one that is refused is tried again, and its failure stands there afterwards", async () => {
  await askAndLeave("hub-script-error-overloaded", "Crowded reading of irises");
  await expectAnswerHere();
  await expect.poll(() => tries("irises")).toBe(3);
  await expectAnswerHere();
  await goBack("irises");
  const answer = await chat.waitForAnswer("failed");
  await expect.poll(() => answer.getAttribute("data-kind")).toBe("overloaded");
});

test.each([
  ["hub-script-error-budget", "budget_exhausted", "failed", "jasmine"],
  ["hub-script-cut", "truncated", "incomplete", "kerria"],
] as const)(
  "an answer that ends by %s is named %s afterwards",
  async (model, kind, state, word) => {
    await askAndLeave(model, `Ended reading of ${word}`);
    await expectAnswerHere();
    await goBack(word);
    const answer = await chat.waitForAnswer(state);
    await expect.poll(() => answer.getAttribute("data-kind")).toBe(kind);
  },
);

test("a write that is proposed while another chat is shown waits for its decision", async () => {
  await askAndLeave("hub-demo", "altere o estoque do 125 para 70");
  await expectAnswerHere();
  await goBack("estoque do 125");
  const reject = chat.region.getByRole("button", { name: "Reject" });
  await reject.waitFor();
  await workbench.screenshot("card");
  await reject.click();
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("Not done").first().waitFor();
});
