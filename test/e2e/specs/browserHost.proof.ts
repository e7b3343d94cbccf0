import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type LabHub, startLabHub } from "../../../scripts/labHub.ts";
import { type Editor, startEditor } from "../editor/startEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let editor: Editor;
let hub: LabHub;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  editor = await startEditor({
    name: "browser-host",
    install: "web",
    files: {
      "src/net/retry.ts":
        "/** Sends a request again when it failed. */\nexport function retryRequest(): number {\n  return 3;\n}\n",
      "src/colors.ts": "export const red = 1;\n",
    },
  });
  hub = await startLabHub({
    log: join(editor.hubHome, "hub.log"),
    args: ["--allow-origin", editor.origin],
    env: { AI_HUB_HOME: join(editor.hubHome, "hub") },
  });
  workbench = await editor.openWindow();
  chat = await workbench.openChat();
});

afterAll(async () => {
  await hub.process.end();
  await editor.dispose();
});

test("in the browser's extension host a person connects to a hub that names the editor, and chats", async () => {
  await workbench.screenshot("start");
  expect(await chat.button("Try it without a hub").count()).toBe(0);
  await chat.region.getByRole("textbox", { name: "Hub address" }).fill(hub.url);
  await chat.button("Connect").click();
  await chat.button("Set token").first().waitFor();
  await workbench.runTitleAction("Set Token");
  await workbench.quickInput.fill(hub.token);
  await workbench.quickInput.accept();
  await chat.message.waitFor();
  await chat.chooseModel("hub-script-echo");
  await chat.ask("From a browser alone");
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toContain("From a browser alone");
  await workbench.screenshot("answer");
});

test("the conversation and the draft are there after a reload", async () => {
  await chat.write("Half a thought");
  await chat.message.blur();
  // A page that is left ends its extension host at once.
  await expect.poll(() => editor.drafts()).toContain("Half a thought");
  await workbench.reload();
  chat = await workbench.openChat();
  await chat.questions.filter({ hasText: "From a browser alone" }).waitFor();
  await expect.poll(() => chat.message.inputValue()).toBe("Half a thought");
});

test("@codebase finds the lines of the workspace in a browser, too", async () => {
  await chat.write("");
  await chat.message.pressSequentially("@codebase");
  await expect.poll(() => chat.suggestions.first().textContent()).toContain("codebase");
  await chat.message.press("Enter");
  await chat.contextItems.filter({ hasText: "codebase" }).waitFor();
  await chat.ask("Where do we retry a failed request?");
  await chat.waitForAnswer("complete");
  await chat.region.getByText("retry.ts").first().waitFor();
  await workbench.screenshot("codebase");
});

test("what needs a process is not offered", async () => {
  await workbench.quickInput.ask("F1", ">AI Hub: New Chat");
  await workbench.quickInput.widget.getByText("AI Hub: New Chat").first().waitFor();
  await workbench.quickInput.fill(">AI Hub: Start Local Hub");
  await workbench.quickInput.widget.getByText("similar commands").first().waitFor();
  expect(await workbench.quickInput.widget.getByText("Start Local Hub").count()).toBe(0);
});
