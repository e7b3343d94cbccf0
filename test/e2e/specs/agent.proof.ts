import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

const longCommand = "echo begun; node -e 'setInterval(() => {}, 1000)'";

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "agent",
    install: "vsix",
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
