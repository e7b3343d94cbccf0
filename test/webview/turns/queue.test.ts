import { describe, expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { answered, button, field, isFocused, openPage, queueOf, streaming } from "./turnsPage.ts";

const open = (options: OpenOptions) => openPage(options);

describe("while an answer runs", () => {
  test("a message is queued with Enter or its button, and the draft goes", async () => {
    const { page, host } = await open({ snapshot: streaming });
    expect(await button(page, "Queue message").count()).toBe(0);
    await field(page).fill("next");
    await button(page, "Queue message").click();
    await expect.poll(() => field(page).inputValue()).toBe("");
    await field(page).fill("and then");
    await field(page).press("Enter");
    await expect.poll(() => host.calls("queueMessage")).toHaveLength(2);
    await expect
      .poll(() => host.calls("queueMessage"))
      .toMatchObject([
        { conversationId: "c1", text: "next" },
        { conversationId: "c1", text: "and then" },
      ]);
    expect(await host.calls("sendMessage")).toEqual([]);
    await expect.poll(() => button(page, "Stop").isVisible()).toBe(true);
  });

  test("what waits is listed in order and can be moved, edited, sent now and removed", async () => {
    const { page, host } = await open({ snapshot: streaming });
    await host.tell("showQueue", queueOf("first", "second", "third"));
    const items = page.getByRole("region", { name: "Queue" }).getByRole("listitem");
    await expect.poll(() => items.count()).toBe(3);
    await expect.poll(() => items.nth(1).innerText()).toContain("second");
    await expect.poll(() => items.nth(1).innerText()).toContain("for Alpha One");
    const second = items.nth(1);
    await expect
      .poll(() => items.nth(0).getByRole("button", { name: "Move up" }).isDisabled())
      .toBe(true);
    await expect
      .poll(() => items.nth(2).getByRole("button", { name: "Move down" }).isDisabled())
      .toBe(true);
    await second.getByRole("button", { name: "Move up" }).click();
    await second.getByRole("button", { name: "Stop and send now" }).click();
    await expect.poll(() => isFocused(field(page))).toBe(true);
    await second.getByRole("button", { name: "Remove from the queue" }).click();
    await second.getByRole("button", { name: "Edit queued message" }).click();
    const editor = page.getByRole("textbox", { name: "Edit queued message" });
    await editor.fill("changed");
    await editor.press("Enter");
    await expect.poll(() => host.calls("keepEdit")).not.toEqual([]);
    await expect.poll(() => host.calls("editQueued")).toHaveLength(1);
    expect({
      moved: await host.calls("moveQueued"),
      sent: await host.calls("sendQueued"),
      removed: await host.calls("removeQueued"),
      edited: await host.calls("editQueued"),
    }).toEqual({
      moved: [{ conversationId: "c1", id: "q1", index: 0 }],
      sent: [{ conversationId: "c1", id: "q1" }],
      removed: [{ conversationId: "c1", id: "q1" }],
      edited: [{ conversationId: "c1", id: "q1", text: "changed" }],
    });
    expect(await violations(page)).toEqual([]);
  });
});

test("a paused queue says why and goes on when the person says so", async () => {
  const { page, host } = await open({ snapshot: answered });
  await host.tell("showQueue", { ...queueOf("first"), pause: "failed" });
  const queue = page.getByRole("region", { name: "Queue" });
  await expect.poll(() => queue.getByRole("status").innerText()).toContain("not complete");
  await button(page, "Send the next one").click();
  await expect.poll(() => isFocused(field(page))).toBe(true);
  await expect.poll(() => host.calls("resumeQueue")).toEqual([{ conversationId: "c1" }]);
  await host.tell("showQueue", { conversationId: "c1", messages: [] });
  await queue.waitFor({ state: "detached" });
});

test("a message that is moved keeps its button, or the other one where it cannot go on", async () => {
  const { page, host } = await open({ snapshot: answered });
  const queue = queueOf("first", "second", "third");
  const orders = [
    ["first", "third", "second"],
    ["third", "first", "second"],
    ["first", "third", "second"],
  ];
  await host.tell("showQueue", queue);
  const items = page.getByRole("region", { name: "Queue" }).getByRole("listitem");
  const press = async (name: string): Promise<void> => {
    const order = orders.shift() ?? [];
    const calls = (await host.calls("moveQueued")).length;
    await items.filter({ hasText: "third" }).getByRole("button", { name }).press("Enter");
    await expect.poll(() => host.calls("moveQueued")).toHaveLength(calls + 1);
    const messages = order.map((text) => queue.messages.find((one) => one.text === text));
    await host.tell("showQueue", { ...queue, messages });
    const shown = () => items.locator(".queue-text").allInnerTexts();
    await expect.poll(async () => (await shown()).map((text) => text.split(" ")[0])).toEqual(order);
  };
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: active } = document;
      const item = active?.closest("li")?.querySelector(".queue-text")?.textContent;
      return [item?.trim(), active?.getAttribute("aria-label")];
    });
  await press("Move up");
  await expect.poll(focused).toEqual(["third", "Move up"]);
  await press("Move up");
  await expect.poll(focused).toEqual(["third", "Move down"]);
  await press("Move down");
  await expect.poll(focused).toEqual(["third", "Move down"]);
});

test("the queue of another conversation is not shown", async () => {
  const { page, host } = await open({ snapshot: answered });
  await host.tell("showQueue", { ...queueOf("first"), conversationId: "c2" });
  await host.tell("showQueue", { ...queueOf("first"), conversationId: "c1" });
  await page.getByRole("region", { name: "Queue" }).waitFor();
  await host.tell("showQueue", { ...queueOf("first"), conversationId: "c2" });
  await page.getByRole("region", { name: "Queue" }).waitFor({ state: "detached" });
});
