import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../../editor/connectedEditor.ts";
import type { ChatView } from "../../pages/chatView.ts";
import type { Workbench } from "../../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

const edit = { old_text: "const colour = 'red';", new_text: "const colour = 'blue';" };
const longCommand = "echo begun; node -e 'setInterval(() => {}, 1000)'";

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "agent",
    install: "vsix",
    files: { "colour.ts": "const colour = 'red';\nexport { colour };\n" },
    plays: {
      edit: [
        { text: "I look.", calls: [{ tool: "read_file", args: { path: "colour.ts" } }] },
        { calls: [{ tool: "edit_file", args: { path: "colour.ts", edits: [edit] } }] },
        { expect: "blue", text: "It is blue now." },
      ],
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

function fileText(): string {
  return readFileSync(join(connected.editor.workspace, "colour.ts"), "utf8");
}

function card(kind: string): Locator {
  return chat.region.locator(`[data-card="${kind}"]`);
}

/** A click in the first half second is not a decision. */
async function press(waiting: Locator, name: string): Promise<void> {
  const button = waiting.getByRole("button", { name, exact: true });
  await button.waitFor();
  await expect
    .poll(
      async () => {
        await button.click({ timeout: 500 }).catch(() => undefined);
        return waiting.count();
      },
      { timeout: 10_000 },
    )
    .toBe(0);
}

test("the agent edits a file after its card, and the change is undone from the chat", async () => {
  await chat.ask("play:edit");
  await card("edit").waitFor();
  expect(fileText()).toContain("red");
  await workbench.screenshot("card");
  await press(card("edit"), "Make this edit");
  await chat.waitForAnswer("complete");
  expect(fileText()).toContain("blue");
  const changes = chat.region.getByRole("group", { name: "Changes of this run" });
  await changes.waitFor();
  await workbench.screenshot("changed");
  await changes.getByRole("button", { name: /Undo/u }).first().click();
  await expect.poll(fileText).toContain("red");
});

test("a command runs after its card, and its output is part of the answer", async () => {
  await workbench.runCommand("AI Hub: New Chat");
  await expect.poll(() => chat.articles.count()).toBe(0);
  await chat.chooseAgent(workbench);
  await chat.ask("play:command");
  await press(card("command"), "Run command");
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("It is 23.").waitFor();
  await workbench.screenshot("command");
});

test("a rule that a card made is listed, removed, and asked about again", async () => {
  const { quickInput } = workbench;
  const rules = "AI Hub: Approval Rules of the Agent";
  const ask = async (): Promise<void> => {
    await workbench.runCommand("AI Hub: New Chat");
    await expect.poll(() => chat.articles.count()).toBe(0);
    await chat.chooseAgent(workbench);
    await chat.ask("play:rule");
  };
  await ask();
  await card("command")
    .getByRole("radio", { name: /exactly this/u })
    .check();
  await press(card("command"), "Run command");
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
  await card("command").waitFor();
  await press(card("command"), "Run command");
  await chat.waitForAnswer("complete");
});

test("stop ends a command that runs, and after a reload nothing of it goes on", async () => {
  await workbench.runCommand("AI Hub: New Chat");
  await expect.poll(() => chat.articles.count()).toBe(0);
  await chat.chooseAgent(workbench);
  await chat.ask("play:long");
  await press(card("command"), "Run command");
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
