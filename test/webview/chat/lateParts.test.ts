import { afterAll, beforeAll, expect, test } from "vitest";

import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { ChatBrowser } from "../../support/fakeHost/chatBrowser.ts";

let browser: ChatBrowser;
beforeAll(async () => {
  browser = await ChatBrowser.start();
});
afterAll(() => browser.stop());

test("a part that does not load says so, is asked for again, and leaves what was typed alone", async () => {
  const missing = "**/ModelPopup*";
  const messages = [userMessage("q", "Question"), answer("a", "Text.", {})];
  const { page } = await browser.open({ snapshot: snapshot({ messages }), missing });
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("my draft");
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor();
  await page.unroute(missing);
  await page.locator(".popup").getByRole("button", { name: "Try again" }).click();
  await page.locator(".popup-search").waitFor();
  await expect.poll(() => field.inputValue()).toBe("my draft");
});

test("a conversation whose code does not load says so beside a composer that works, and comes when asked again", async () => {
  const missing = "**/Conversation*";
  const messages = [userMessage("q", "Question"), answer("a", "Text.", {})];
  const { page } = await browser.open({ snapshot: snapshot({ messages }), missing });
  await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor();
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("my draft");
  await page.unroute(missing);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Question", { exact: true }).waitFor();
  await expect.poll(() => field.inputValue()).toBe("my draft");
});

test("the words about a problem with the hub, if they do not load, leave the ways on", async () => {
  const missing = "**/HubProblemText*";
  const view = { ...readyView, hubProblem: { kind: "refused", host: "hub.example.com" } } as const;
  const { page } = await browser.open({ snapshot: snapshot({ view }), missing });
  await page.getByRole("alert").filter({ hasText: "could not be loaded" }).waitFor();
  await page.getByRole("button", { name: "Diagnose…" }).waitFor();
  await page.unroute(missing);
  await page.locator(".notice").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").filter({ hasNotText: "could not be loaded" }).waitFor();
});
