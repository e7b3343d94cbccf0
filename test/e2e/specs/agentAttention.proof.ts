import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

const told = "The agent waits for you.";

beforeAll(async () => {
  const command = { command: "echo $((20 + 3))", purpose: "Count" };
  connected = await ConnectedEditor.start({
    name: "agentAttention",
    install: "vsix",
    plays: {
      count: [
        { calls: [{ tool: "run_command", args: command }] },
        { expect: "23", text: "It is 23." },
      ],
    },
  });
  workbench = await connected.editor.openWindow({ width: 1300, height: 900 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-play");
});

afterAll(async () => {
  await connected.dispose();
});

function badge(): Locator {
  return workbench.activityIcon.locator(".badge-content");
}

/** Asks for the command, and waits until its card has been told outside the chat. */
async function askAndWait(): Promise<void> {
  await chat.startAnew(workbench);
  await chat.chooseAgent(workbench);
  await chat.ask("play:count");
  await chat.card("command").waitFor();
  await expect.poll(() => badge().allInnerTexts(), { timeout: 15_000 }).toEqual(["1"]);
  await workbench.statusItem(told).waitFor();
}

async function runCommandOfCard(): Promise<void> {
  await chat.decide(chat.card("command"), "Run command");
  await chat.waitForAnswer("complete");
}

async function expectNothingTold(): Promise<void> {
  await badge().waitFor({ state: "hidden" });
  await workbench.statusItem(told).waitFor({ state: "hidden" });
}

test("a card that waits shows on the view and in the status bar, and is no notification to who looks at it", async () => {
  await askAndWait();
  expect(await workbench.notification(told).count()).toBe(0);
  await workbench.screenshot("waiting");
  await runCommandOfCard();
  await expectNothingTold();
});

test("without the focus a hidden chat's card is one notification, whose button shows the card", async () => {
  // To the editor the window loses the focus as by a switch to another program; a headless one has none to lose.
  await workbench.page.evaluate(() => {
    document.hasFocus = () => false;
    dispatchEvent(new FocusEvent("focus"));
    dispatchEvent(new FocusEvent("blur"));
  });
  await askAndWait();
  const notification = workbench.notification(told);
  await notification.waitFor();
  await workbench.runCommand("AI Hub: New Chat");
  await chat.card("command").waitFor({ state: "detached" });
  await expect.poll(() => badge().allInnerTexts()).toEqual(["1"]);
  await expect.poll(() => notification.count()).toBe(1);
  await workbench.screenshot("without-focus");
  await notification.getByRole("button", { name: "Show", exact: true }).click();
  await chat.card("command").waitFor();
  await notification.waitFor({ state: "detached" });
  await workbench.screenshot("shown");
  await runCommandOfCard();
  await expectNothingTold();
});
