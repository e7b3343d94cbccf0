import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import { TokenBudget } from "../editor/tokenBudget.ts";
import type { Workbench } from "../pages/workbench.ts";

/** About 250 tokens, and as many of an answer that repeats it. */
const question = "budget ".repeat(143);

let connected: ConnectedEditor;
let budget: TokenBudget;
let workbench: Workbench;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "budget",
    // The descriptions of tools would count, too.
    settings: {
      "aiHub.seller.chatAccess": "off",
      "aiHub.index.tool": false,
    },
  });
  budget = await TokenBudget.create(connected.hub, 1_000_000);
  await budget.spend(4_000);
  await budget.leave(700);
  workbench = await connected.editor.openWindow({ width: 1000, height: 760 });
});

afterAll(async () => {
  await connected.dispose();
});

test("a nearly used budget is told once, its use is shown, and one that is used up holds the message back", async () => {
  const chat = await workbench.openChat();
  await chat.message.waitFor();
  const notice = workbench.notification("Token budget: more than 80% is used.");
  await notice.filter({ hasText: /700\stokens left\. It renews on \w+ \d+, \d{4}\./u }).waitFor();
  await workbench.statusItem("AI Hub: Token budget, 700 tokens left").waitFor();
  await workbench.screenshot("notice80");
  await notice.getByRole("button", { name: "Show usage" }).click();
  const meter = workbench.usage().getByRole("meter", { name: "Token budget" });
  await expect
    .poll(() => meter.getAttribute("aria-valuetext"))
    .toMatch(/700\stokens left · renews \w+ \d/u);
  await workbench.screenshot("usage");
  await workbench.closeTab("AI Hub usage");
  await chat.chooseModel("hub-script-echo");
  await chat.ask(question);
  await chat.waitForAnswer("complete");
  await workbench.notification("Token budget: more than 95% is used.").waitFor();
  await chat.ask(question);
  const answer = await chat.waitForAnswer("failed");
  await expect.poll(() => answer.getAttribute("data-kind")).toBe("budget_exhausted");
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
