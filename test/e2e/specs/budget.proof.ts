import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { Probe } from "../editor/probe.ts";
import { TokenBudget } from "../editor/tokenBudget.ts";
import type { ChatView } from "../pages/chatView.ts";
import type { Workbench } from "../pages/workbench.ts";

/** About 250 tokens, and as many of an answer that repeats it. */
const question = "budget ".repeat(143);

let connected: ConnectedEditor;
let probe: Probe;
let budget: TokenBudget;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "budget",
    install: "zip",
    hasProbe: true,
    // The descriptions of tools would count, too.
    settings: {
      "chat.disableAIFeatures": false,
      "aiHub.seller.chatAccess": "off",
      "aiHub.index.tool": false,
      "aiHub.languageModels.access": "allow",
    },
  });
  budget = await TokenBudget.create(connected.hub, 1_000_000);
  await budget.spend(4_000);
  await budget.leave(700);
  probe = new Probe(connected.editor.workspace);
  workbench = await connected.editor.openWindow({ width: 1000, height: 760 });
});

afterAll(async () => {
  await connected.dispose();
});

test("a budget that is nearly used is told once, and what is left stands in the status bar", async () => {
  chat = await workbench.openChat();
  await chat.message.waitFor();
  const notice = workbench.notification("Token budget: more than 80% is used.");
  await notice.waitFor();
  await notice.filter({ hasText: /700\stokens left\. It renews on \w+ \d+, \d{4}\./u }).waitFor();
  await workbench.statusItem("AI Hub: Token budget, 700 tokens left").waitFor();
  await workbench.screenshot("notice80");
});

test("its button shows the use in an editor tab", async () => {
  await workbench.notification("Token budget").getByRole("button", { name: "Show usage" }).click();
  await workbench.page.locator(".tab.active").filter({ hasText: "AI Hub usage" }).waitFor();
  const meter = workbench.usage().getByRole("meter", { name: "Token budget" });
  await meter.waitFor();
  await expect
    .poll(() => meter.getAttribute("aria-valuetext"))
    .toMatch(/700\stokens left · renews \w+ \d/u);
  await workbench.screenshot("usage");
  await workbench.closeTab("AI Hub usage");
});

test("the next threshold is a warning, after the answer that passed it", async () => {
  await chat.chooseModel("hub-script-echo");
  await chat.ask(question);
  await chat.waitForAnswer("complete");
  await workbench.notification("Token budget: more than 95% is used.").waitFor();
  await workbench.screenshot("notice95");
});

test("what the budget has not is refused with its reason and its renewal", async () => {
  await chat.ask(question);
  const answer = await chat.waitForAnswer("failed");
  await expect.poll(() => answer.getAttribute("data-kind")).toBe("budget_exhausted");
  await workbench.screenshot("stopped");
  await answer
    .getByText(/The budget of your token is used up\. It renews on \w+ \d+, \d{4}/u)
    .waitFor();
});

test("other extensions are told the same of the hub's models", async () => {
  const { error } = await probe.ask("chat", {
    selector: { vendor: "ai-hub", id: "hub-script-echo" },
    messages: [{ role: "user", parts: [{ text: question }] }],
  });
  expect(error?.code).toBe("Blocked");
  expect(error?.message).toMatch(/^The budget of your token is used up\. It renews on \w+ \d/u);
});

test("a budget that is used up stops the message, which waits with its reason", async () => {
  await chat.write("Will this be sent?");
  await chat.region.getByText("Token budget: too little is left for your message.").waitFor();
  await workbench.screenshot("waits");
  await budget.leave(50_000);
  const check = chat.button("Check again");
  // The report may come by itself just now.
  await Promise.race([check.click(), check.waitFor({ state: "detached" })]).catch(() => undefined);
  await check.waitFor({ state: "detached" });
  await chat.sendTyped();
  await chat.waitForAnswer("complete");
  await workbench.statusItem(/^AI Hub: Token budget, 49\.\dK\stokens left$/u).waitFor();
});
