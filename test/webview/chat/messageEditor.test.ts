import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
}

const conversation = [userMessage("m1", "First question"), answer("m2", "An answer.")];
const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

async function open(options: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page } = await openChat({
    snapshot: snapshot({ messages: conversation }),
    ...options,
  });
  await message(page).waitFor();
  return { page, host: hostOf(page) };
}

describe("a message that was sent", () => {
  test("the up arrow in an empty composer edits the last message, and Enter sends it again", async () => {
    const { page, host } = await open();
    await message(page).press("ArrowUp");
    const editor = page.getByRole("textbox", { name: "Edit message" });
    await expect.poll(() => editor.inputValue()).toBe("First question");
    await editor.fill("Better question");
    await editor.press("Enter");
    await editor.waitFor({ state: "detached" });
    await expect
      .poll(() => host.calls("editMessage"))
      .toEqual([{ conversationId: "c1", messageId: "m1", text: "Better question" }]);
  });

  test("Escape leaves the message as it was and goes back to the composer", async () => {
    const { page, host } = await open();
    await page.getByRole("article", { name: "You" }).hover();
    await page.getByRole("button", { name: "Edit message" }).click();
    await page.getByRole("textbox", { name: "Edit message" }).fill("x");
    await page.keyboard.press("Escape");
    await page.getByText("First question").waitFor();
    expect(await host.calls("editMessage")).toEqual([]);
    await expect
      .poll(() => message(page).evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  test("what is typed is kept at once, and is there again after another conversation or a reload", async () => {
    const { page, host } = await open();
    await message(page).press("ArrowUp");
    const editor = page.getByRole("textbox", { name: "Edit message" });
    await editor.fill("Better");
    const kept = { conversationId: "c1", messageId: "m1", text: "Better" };
    await expect.poll(() => host.calls("keepEdit")).toEqual([kept]);
    await host.show(snapshot({ conversationId: "c2" }));
    await editor.waitFor({ state: "detached" });
    const edits = [{ messageId: "m1", text: "Better" }];
    await host.show(snapshot({ messages: conversation, edits }));
    await expect.poll(() => editor.inputValue()).toBe("Better");
    await editor.press("Escape");
    await expect
      .poll(() => host.calls("keepEdit"))
      .toEqual([kept, { conversationId: "c1", messageId: "m1" }]);
  });

  test("a refused edit keeps the editor and its text", async () => {
    const { page } = await open({
      results: { editMessage: { ok: false, reason: "busy" } },
    });
    await message(page).press("ArrowUp");
    const editor = page.getByRole("textbox", { name: "Edit message" });
    await editor.fill("Changed");
    await editor.press("Enter");
    await page.getByRole("alert").filter({ hasText: "An answer is still coming" }).waitFor();
    await expect.poll(() => editor.inputValue()).toBe("Changed");
  });
});
