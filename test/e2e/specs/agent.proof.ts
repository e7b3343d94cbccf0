import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

const told = "The agent waits for you.";
const longCommand = "echo begun; node -e 'setInterval(() => {}, 1000)'";

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "agent",
    plays: {
      command: [
        {
          calls: [{ tool: "run_command", args: { command: "echo $((20 + 3))", purpose: "Count" } }],
        },
        { expect: "23", text: "It is 23." },
      ],
      rule: [
        { calls: [{ tool: "run_command", args: { command: "touch kept.txt", purpose: "Keep" } }] },
        { text: "Kept." },
      ],
      long: [
        { calls: [{ tool: "run_command", args: { command: longCommand, purpose: "Wait" } }] },
        { text: "Never." },
      ],
    },
  });
  workbench = await connected.editor.openWindow({ width: 1300, height: 900 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-play");
  await chat.chooseAgent(workbench);
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
  await chat.ask("play:command");
  await chat.card("command").waitFor();
  await expect.poll(() => badge().allInnerTexts()).toEqual(["1"]);
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

test("a command runs after its card, and its output is part of the answer", async () => {
  await chat.startAnew(workbench);
  await chat.chooseAgent(workbench);
  await chat.ask("play:command");
  await chat.decide(chat.card("command"), "Run command");
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("It is 23.").waitFor();
  await workbench.screenshot("command");
});

test("a rule that a card made is listed, removed, and asked about again", async () => {
  const { quickInput } = workbench;
  const rules = "AI Hub: Approval Rules of the Agent";
  const ask = async (): Promise<void> => {
    await chat.startAnew(workbench);
    await chat.chooseAgent(workbench);
    await chat.ask("play:rule");
  };
  await ask();
  await chat
    .card("command")
    .getByRole("radio", { name: /exactly this/u })
    .check();
  await chat.decide(chat.card("command"), "Run command");
  await chat.waitForAnswer("complete");
  await ask();
  await chat.waitForAnswer("complete");

  await workbench.runCommand(rules);
  const row = quickInput.widget.locator(".monaco-list-row").filter({ hasText: "touch kept.txt" });
  await row.filter({ hasText: "Always allow · exactly this command" }).waitFor();
  await workbench.screenshot("rules");
  await quickInput.pick("touch kept.txt");
  await quickInput.pick("Remove the rule");
  await workbench.page.getByText("There are no approval rules yet").first().waitFor();
  await ask();
  await chat.card("command").waitFor();
  await chat.decide(chat.card("command"), "Run command");
  await chat.waitForAnswer("complete");
});

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

test("stop ends a command that runs, and after a reload nothing of it goes on", async () => {
  await chat.startAnew(workbench);
  await chat.chooseAgent(workbench);
  await chat.ask("play:long");
  await chat.decide(chat.card("command"), "Run command");
  await chat.region.getByText("begun").first().waitFor();
  await workbench.screenshot("running");
  await chat.stop.first().click();
  await chat.waitForAnswer("stopped");
  await workbench.reload();
  chat = await workbench.openChat();
  await chat.waitForAnswer("stopped");
  expect(await chat.region.locator("[data-card]").count()).toBe(0);
  await workbench.screenshot("reloaded");
});
