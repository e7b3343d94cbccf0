import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { answered, button, field, openPage } from "./turnsPage.ts";

const open = (options: OpenOptions) => openPage(options);

async function selectAnswer(page: Page): Promise<void> {
  await page.locator(".message.assistant .markdown p").first().waitFor();
  await page.evaluate(() => {
    const paragraph = document.querySelector(".message.assistant .markdown p");
    if (paragraph) {
      document.getSelection()?.selectAllChildren(paragraph);
    }
  });
}

describe("a quote", () => {
  test("of selected words goes into the message by its button, behind what was typed", async () => {
    const { page } = await open({ snapshot: answered });
    await field(page).fill("As you said:");
    await selectAnswer(page);
    await button(page, "Quote").click();
    await expect
      .poll(() => field(page).inputValue())
      .toBe("As you said:\n\n> Some words to quote.\n\n");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toBe("message-field");
    await button(page, "Quote").waitFor({ state: "detached" });
  });

  test("and by its key", async () => {
    const { page } = await open({ snapshot: answered });
    await selectAnswer(page);
    await page.keyboard.press("Alt+q");
    await expect.poll(() => field(page).inputValue()).toBe("> Some words to quote.\n\n");
  });

  test("of the last paragraph by a triple click, which selects up to what stands below", async () => {
    const { page } = await open({ snapshot: answered });
    await page.locator(".message.assistant .markdown p").last().click({ clickCount: 3 });
    await button(page, "Quote").click();
    await expect.poll(() => field(page).inputValue()).toBe("> More.\n\n");
  });

  test("is not offered for what is no answer", async () => {
    const { page } = await open({ snapshot: answered });
    await selectAnswer(page);
    await button(page, "Quote").waitFor();
    await page.evaluate(() => {
      const own = document.querySelector(".message.user .plain-text");
      if (own) {
        document.getSelection()?.selectAllChildren(own);
      }
    });
    await button(page, "Quote").waitFor({ state: "detached" });
  });
});

test("a conversation is forked from an answer or a question", async () => {
  const { page, host } = await open({ snapshot: answered });
  await page.getByRole("article", { name: "You" }).getByRole("button", { name: "Fork" }).click();
  await page
    .getByRole("article", { name: "gpt-x-large" })
    .getByRole("button", { name: "Fork" })
    .click();
  await expect
    .poll(() => host.calls("forkConversation"))
    .toEqual([
      { conversationId: "c1", messageId: "m1" },
      { conversationId: "c1", messageId: "m2" },
    ]);
});
