import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "tools",
    install: "vsix",
    settings: { "aiHub.seller.chatAccess": "write" },
  });
  workbench = await connected.editor.openWindow({ width: 1100, height: 700 });
  chat = await workbench.openChat();
  await chat.message.waitFor();
  await chat.chooseModel("hub-demo");
});

afterAll(async () => {
  await connected.dispose();
});

test("a write that the model proposes stops at a card, and is sent when it is approved", async () => {
  await chat.region.getByRole("button", { name: /^Tools, .+: write$/u }).waitFor();
  await chat.ask("altere o estoque do 123 para 50");
  const approve = chat.region.getByRole("button", { name: /^Set stock of 123 to 50 in /u });
  await approve.waitFor();
  await chat.region.getByText("/estoques/atualizar/123/50").first().waitFor();
  await workbench.screenshot("approval");
  // A click in the first half second is not a decision.
  await expect
    .poll(async () => {
      await approve.click({ timeout: 500 }).catch(() => undefined);
      return approve.count();
    })
    .toBe(0);
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("Done", { exact: false }).first().waitFor();
  await workbench.screenshot("approved");
});

test("a write that is rejected is not sent, and the model is told", async () => {
  await chat.ask("altere o estoque do 124 para 60");
  await chat.region.getByRole("button", { name: "Reject" }).click();
  await chat.waitForAnswer("complete");
  await chat.lastAnswer.getByText("Not done").first().waitFor();
  await workbench.runCommand("AI Hub: Seller Portal: Journal of Writes");
  const page = workbench.page
    .frameLocator('iframe.webview.ready[src*="extensionId=aihub.ai-hub"]:visible')
    .last()
    .frameLocator("iframe#active-frame");
  await workbench.screenshot("journal");
  await expect.poll(() => page.getByText("/estoques/atualizar/124").count()).toBe(0);
});
