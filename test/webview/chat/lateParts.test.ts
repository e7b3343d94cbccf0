import { afterAll, beforeAll, expect, test } from "vitest";

import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
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
