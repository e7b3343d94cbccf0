import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ConnectedEditor } from "../editor/connectedEditor.ts";
import type { ChatView } from "../pages/chatView.ts";
import { SellerTab } from "../pages/sellerTab.ts";
import type { Workbench } from "../pages/workbench.ts";

const retry = `export const attempts = 3;

export function delayMs(attempt: number): number {
  return 100 * attempt;
}

export function isLast(attempt: number): boolean {
  return attempt === attempts;
}
`;

const block = `\`\`\`ts path=src/retry.ts
export const attempts = 5;

// … existing code …

export function isLast(attempt: number): boolean {
  return attempt >= attempts;
}
\`\`\``;

const edit = { old_text: "const colour = 'red';", new_text: "const colour = 'blue';" };

let connected: ConnectedEditor;
let workbench: Workbench;
let chat: ChatView;

beforeAll(async () => {
  connected = await ConnectedEditor.start({
    name: "journeys",
    isHubFound: false,
    files: {
      "src/retry.ts": retry,
      "src/colour.ts": "const colour = 'red';\nexport { colour };\n",
      "sums.py": "customerBalance = 1\nother = 2\ntotal = \n",
    },
    settings: {
      // A list that comes by itself hides the text where it has the same word.
      "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
    },
    plays: {
      edit: [
        { text: "I look.", calls: [{ tool: "read_file", args: { path: "src/colour.ts" } }] },
        { calls: [{ tool: "edit_file", args: { path: "src/colour.ts", edits: [edit] } }] },
        { expect: "blue", text: "It is blue now." },
      ],
    },
  });
  workbench = await connected.editor.openWindow();
  chat = await workbench.openChat();
});

afterAll(async () => {
  await connected.dispose();
});

test("installed as a vsix, the chat asks for an address and a token, and is ready with both", async () => {
  await chat.button("Try it without a hub").waitFor();
  expect(await chat.alert.count()).toBe(0);
  await workbench.screenshot("start-page");
  await chat.region.getByRole("textbox", { name: "Hub address" }).fill(connected.hub.url);
  await chat.button("Connect").click();
  await chat.button("Set token").first().waitFor();
  await workbench.runTitleAction("Set Token");
  await workbench.quickInput.fill(`"Bearer ${connected.hub.token}" `);
  await workbench.quickInput.accept();
  await workbench.notification("accepts the token").waitFor();
  await chat.message.waitFor();
});

test("the text of an answer is seen before its end, and stop keeps it", async () => {
  await chat.chooseModel("hub-script-slow");
  await chat.ask("Slowly, please");
  const answer = await chat.waitForAnswer("streaming");
  await answer.getByText(/word1\b/u).waitFor();
  const early = (await answer.textContent()) ?? "";
  await expect
    .poll(async () => ((await answer.textContent()) ?? "").length)
    .toBeGreaterThan(early.length);
  await workbench.screenshot("streaming");
  await chat.stop.click();
  await chat.waitForAnswer("stopped");
  expect(((await answer.textContent()) ?? "").length).toBeGreaterThan(early.length);
  await chat.send.waitFor();
});

test("a failure is named, the composer stays usable, and another model answers the same question", async () => {
  await chat.chooseModel("hub-script-error-budget");
  await chat.ask("Are you there?");
  const failed = await chat.waitForAnswer("failed");
  await expect.poll(() => failed.getAttribute("data-kind")).toBe("budget_exhausted");
  await expect.poll(() => chat.alert.count()).toBeGreaterThan(0);
  await chat.write("still here");
  await chat.write("");
  await workbench.screenshot("failure");
  await chat.chooseModel("hub-script-echo");
  await chat.lastAnswer.getByRole("button", { name: "Try again" }).click();
  const answer = await chat.waitForAnswer("complete");
  await expect.poll(() => answer.textContent()).toContain("Are you there?");
});

test("a selection goes along once, as a fenced block, and is shown with its message", async () => {
  await workbench.openFile("retry.ts");
  await workbench.selectLines(3, 5);
  await workbench.runCommand("AI Hub: Add Selection");
  await chat.contextItems.first().waitFor();
  await workbench.runCommand("AI Hub: Add Selection");
  await expect.poll(() => chat.contextItems.count()).toBe(1);
  await chat.ask("Why does this hang?");
  await chat.waitForAnswer("complete");
  await workbench.screenshot("selection");
  const lines = retry.split("\n").slice(2, 5).join("\n");
  expect(connected.lastPrompt()).toBe(
    `\`\`\`typescript path=src/retry.ts lines=3-5\n${lines}\n\`\`\`\n\nWhy does this hang?`,
  );
  expect(await chat.contextItems.count()).toBe(0);
  await expect.poll(() => chat.questions.last().textContent()).toContain("retry.ts");
});

test("a block is applied change by change: one accepted, one rejected, the file touched by nothing else", async () => {
  await chat.ask(block);
  const answer = await chat.waitForAnswer("complete");
  await answer.getByRole("button", { name: "Apply", exact: true }).click();
  await workbench.page.locator(".tab.active").filter({ hasText: "Review retry.ts" }).waitFor();
  await workbench.lens("Accept all (2)").waitFor();
  await workbench.screenshot("review");
  expect(onDisk("src/retry.ts")).toBe(retry);
  await workbench.lens("Accept").nth(0).click();
  await workbench.lens("Accept all (1)").waitFor();
  await workbench.lens("Reject").nth(0).click();
  await workbench.page.locator(".tab").filter({ hasText: "Review" }).waitFor({ state: "detached" });
  await workbench.openFile("retry.ts");
  await workbench.page.keyboard.press("Control+S");
  await expect
    .poll(() => onDisk("src/retry.ts"))
    .toBe(retry.replace("attempts = 3", "attempts = 5"));
});

test("the agent edits a file after its card, and the change is undone from the chat", async () => {
  await chat.chooseModel("hub-script-play");
  await chat.startAnew(workbench);
  await chat.chooseAgent(workbench);
  await chat.ask("play:edit");
  const card = chat.card("edit");
  await card.waitFor();
  expect(onDisk("src/colour.ts")).toContain("red");
  await workbench.screenshot("card");
  await chat.decide(card, "Make this edit");
  await chat.waitForAnswer("complete");
  expect(onDisk("src/colour.ts")).toContain("blue");
  await chat.runChanges.getByRole("button", { name: /Undo/u }).first().click();
  await expect.poll(() => onDisk("src/colour.ts")).toContain("red");
});

test("turned on with a model, a completion appears as one types, and Tab takes it", async () => {
  await workbench.runCommand("AI Hub: Turn On Completion…");
  await workbench.quickInput.fill("hub-demo");
  await workbench.quickInput.pick("hub-demo");
  await workbench.quickInput.widget.waitFor({ state: "hidden" });
  await workbench.goToEnd("sums.py", 3);
  await workbench.statusItem(/Completion: /u).waitFor();
  await workbench.page.keyboard.type("custom", { delay: 30 });
  await workbench.ghostText.first().waitFor();
  await workbench.screenshot("completion");
  await workbench.page.keyboard.press("Tab");
  await workbench.page.keyboard.press("Control+S");
  await expect
    .poll(() => onDisk("sums.py"))
    .toBe("customerBalance = 1\nother = 2\ntotal = customerBalance\n");
});

test("Search Code finds while one types, and Enter opens the lines", async () => {
  await workbench.runCommand("AI Hub: Search Code");
  await workbench.quickInput.fill("delayMs");
  await workbench.page.getByRole("option", { name: /retry\.ts:\d+.*src · /su }).waitFor();
  await workbench.screenshot("search");
  await workbench.quickInput.accept();
  await workbench.quickInput.widget.waitFor({ state: "hidden" });
  await workbench.page.locator(".tab.active").filter({ hasText: "retry.ts" }).waitFor();
});

test("a window that is reloaded in the middle of an answer has its text, marked as cut, and the draft", async () => {
  await chat.startAnew(workbench);
  await chat.chooseModel("hub-script-slow");
  await chat.ask("Cut me off");
  const answer = await chat.waitForAnswer("streaming");
  await answer.getByText(/word9\b/u).waitFor();
  await chat.write("Still typing");
  await chat.message.blur();
  await expect.poll(() => connected.editor.drafts()).toContain("Still typing");
  await workbench.reload();
  chat = await workbench.openChat();
  const restored = await chat.waitForAnswer("incomplete");
  await expect.poll(() => restored.getAttribute("data-kind")).toBe("truncated");
  expect(await restored.textContent()).toContain("word9");
  await expect.poll(() => chat.message.inputValue()).toBe("Still typing");
  await restored.getByRole("button", { name: "Continue" }).waitFor();
  await workbench.screenshot("reloaded");
});

test("a change of the seller portal is shown beside what it has, written by one button, and in the journal", async () => {
  connected.letHubBeFound();
  const seller = new SellerTab(workbench.page);
  await workbench.runCommand("AI Hub: Seller Portal: Open");
  await seller.main.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
  await seller.open("Stock");
  await seller.row(0).dblclick();
  // A larger change would be asked about.
  const quantity = seller.field(/^Stock quantity/u);
  const more = String(Number(await quantity.inputValue()) + 1);
  await quantity.fill(more);
  await seller.button("Review the change").click();
  await seller.main.getByRole("cell", { name: more }).waitFor();
  await seller.button(/^Set stock of .+ in Sandbox/u).click();
  await expect.poll(() => seller.outcome.getAttribute("data-outcome")).toBe("done");
  await seller.row(0).getByText(more, { exact: true }).waitFor();
  await seller.open("Journal");
  const entry = seller.main.locator(".entry").first();
  await entry.getByText("Update stock quantity").waitFor();
  await expect.poll(() => entry.getAttribute("data-outcome")).toBe("done");
  await workbench.screenshot("journal");
});

function onDisk(path: string): string {
  return readFileSync(join(connected.editor.workspace, path), "utf8");
}
