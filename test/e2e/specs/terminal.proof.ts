import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import { isSoonVisible } from "../pages/visibility.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

const echo = { command: "echo shown", purpose: "Show" };

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "terminal",
    settings: {
      "aiHub.agent.level": "edits",
      "terminal.integrated.defaultProfile.linux": "bash",
      // Terminals are drawn as text, which can be read.
      "terminal.integrated.gpuAcceleration": "off",
    },
    plays: {
      command: [{ calls: [{ tool: "run_command", args: echo }] }, { text: "Shown." }],
    },
  });
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-echo");
});

afterAll(async () => {
  await connected.dispose();
});

test("the last failed command of a terminal is explained with its output, however quick, once Enter sends it", async () => {
  const { page } = workbench;
  await workbench.runCommand("Terminal: Create New Terminal");
  await terminal().and(page.locator(".focus")).waitFor();
  // Shown by the shell integration once the prompt is there.
  await terminal().locator(".terminal-command-decoration").first().waitFor({ state: "attached" });
  await page.evaluate(() => navigator.clipboard.writeText("copied before"));
  await page.keyboard.type("LC_ALL=C ls /nope");
  await page.keyboard.press("Enter");
  // The editor shows the exit code once it knows of the command's end.
  await terminal().locator(".terminal-command-decoration.error").waitFor({ state: "attached" });
  // The command is in the palette once the extension, too, knows of the command's end.
  await workbench.runCommand("AI Hub: Explain Last Failed Command");
  await expect
    .poll(() => chat.message.inputValue())
    .toBe("Why did this command fail, and what should I do?");
  await chat.contextItems.filter({ hasText: "LC_ALL=C ls /nope" }).waitFor();
  await workbench.screenshot("failedCommand");
  expect(await copied()).toBe("copied before");
  expect(connected.chats()).toEqual([]);
  await chat.sendTyped();
  await chat.waitForAnswer("complete");
  expect(connected.chats()).toHaveLength(1);
  expect(connected.lastPrompt()).toMatch(
    /path=bash\n\$ LC_ALL=C ls \/nope\n[^]*No such file[^]*\[exit code [12]\]/u,
  );
});

test("what is selected in the terminal goes along, and the clipboard keeps its text", async () => {
  const { page } = workbench;
  await terminal().click();
  await page.keyboard.type("echo first$((40 + 2))line\n");
  await expect.poll(() => terminal().textContent()).toContain("first42line");
  await workbench.runCommand("Terminal: Select All");
  await chat.message.pressSequentially("@term");
  await chat.suggestions.filter({ hasText: "Terminal selection" }).first().click();
  await chat.contextItems.first().waitFor();
  await chat.ask("What about this?");
  await chat.waitForAnswer("complete");
  expect(connected.lastPrompt()).toContain("first42line");
  expect(await copied()).toBe("copied before");
});

test("what is selected in the terminal is explained in a new chat, once Enter sends it", async () => {
  const { page } = workbench;
  await terminal().click();
  await page.keyboard.type("clear; echo spot-$((40+2))");
  await page.keyboard.press("Enter");
  const output = terminal()
    .locator(".xterm-rows > div")
    .filter({ hasText: /^spot-42/u });
  await output.waitFor();
  const { x = 0, y = 0 } = (await output.boundingBox()) ?? {};
  const explain = page.getByRole("menuitem", { name: "Explain Terminal Selection" });
  do {
    // The editor notes what is selected after the mouse was let go.
    await page.mouse.dblclick(x + 20, y + 8);
    await page.mouse.click(x + 20, y + 8, { button: "right" });
  } while (!(await isSoonVisible(explain)));
  await workbench.screenshot("selection");
  await explain.click();
  await expect.poll(() => chat.message.inputValue()).toContain("Explain this terminal output");
  await chat.sendTyped();
  await chat.waitForAnswer("complete");
  expect(connected.lastPrompt()).toContain("Explain this terminal output");
  expect(connected.lastPrompt()).toContain("spot-42");
});

test("the output of an agent's command is shown in a terminal that only shows it", async () => {
  await workbench.runCommand("View: Toggle Panel Visibility");
  await chat.startAnew(workbench);
  await chat.chooseModel("hub-script-play");
  await chat.chooseAgent(workbench);
  await chat.ask("play:command");
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("echo shown").first().click();
  await chat.lastAnswer.getByRole("button", { name: "Show in terminal" }).first().click();
  await expect.poll(() => terminal().textContent()).toContain("shown");
  await workbench.screenshot("agent");
});

/** The terminal that is shown. */
function terminal(): Locator {
  return workbench.page.locator(".terminal-wrapper.active .xterm");
}

function copied(): Promise<string> {
  return workbench.page.evaluate(() => navigator.clipboard.readText());
}
