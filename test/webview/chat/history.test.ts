import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";

import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { focused, item, list, rows } from "./historyRows.ts";

const items = [
  item("c1", "Retry logic", { isFavourite: true }),
  item("c2", "Schema change", { cost: { amount: 0.42, currency: "BRL" }, workspace: "shop" }),
  item("c3", "Naming things"),
];

async function openHistory(
  shown = items,
  options: Partial<OpenOptions> = {},
): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await openChat({
    ...options,
    snapshot: snapshot({ messages: [userMessage("m1", "Hi"), answer("m2", "Hello")] }),
    place: "editor",
    results: { listHistory: list(shown), moreHistory: { items: [], isDone: true } },
  });
  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("dialog", { name: "History" }).waitFor();
  return { page, problems };
}

test("the button opens the list with the focus in its search, and Escape brings the composer back", async () => {
  const { page, problems } = await openHistory();
  const search = page.getByRole("searchbox", { name: "Search all messages" });
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Message");
  expect(problems).toEqual([]);
});

test("the host can open it, as the command does", async () => {
  const { page } = await openChat({
    snapshot: snapshot(),
    results: { listHistory: list([]) },
  });
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.evaluate(() => fakeHost.tell("openHistory", {}));
  await page.getByText("Nothing here yet").waitFor();
});

test("a search is asked of the host once typing pauses, and shows where the words stand", async () => {
  const { page } = await openHistory();
  const host = hostOf(page);
  const excerpt = { messageId: "m9", text: "…the timer fires", marks: [{ start: 5, end: 10 }] };
  await host.setResult("listHistory", list([item("c4", "Timers", { excerpt })]));
  await page.getByRole("searchbox").pressSequentially("timer");
  await expect.poll(() => rows(page).count()).toBe(1);
  await expect.poll(() => page.locator("mark").allTextContents()).toEqual(["timer"]);
  await expect
    .poll(async () => (await host.calls("listHistory")).at(-1))
    .toMatchObject({ query: "timer" });
});

test("a name that is left by going elsewhere is kept, and the focus stays where it went", async () => {
  const { page } = await openHistory();
  const host = hostOf(page);
  await rows(page).nth(1).focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("Orders schema");
  await page.getByRole("searchbox").click();
  await expect.poll(() => host.calls("renameConversation")).toHaveLength(1);
  await page.keyboard.type("timer");
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("timer");
});

test("everything can be done by keyboard: walk, open, rename, delete, undo", async () => {
  const { page } = await openHistory();
  const host = hostOf(page);
  await rows(page).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("Schema change");
  await page.keyboard.press("F2");
  await page.keyboard.type("Orders schema");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Orders schema");
  await expect
    .poll(() => host.calls("renameConversation"))
    .toEqual([{ id: "c2", title: "Orders schema" }]);
  await page.keyboard.press("Delete");
  await expect.poll(() => focused(page)).toBe("Naming things");
  await expect.poll(() => host.calls("deleteConversation")).toEqual([{ id: "c2" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => host.calls("undoDelete")).toEqual([{ id: "c2" }]);
  await expect.poll(() => rows(page).count()).toBe(3);
  await rows(page).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => host.calls("openConversation")).toEqual([{ id: "c1" }]);
});

test("Escape in a name keeps the old one and the panel", async () => {
  const { page } = await openHistory();
  await rows(page).first().focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("Other");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("Retry logic");
  expect(await hostOf(page).calls("renameConversation")).toEqual([]);
});

test("filters and order are asked of the host", async () => {
  const { page } = await openHistory();
  const host = hostOf(page);
  await page.getByRole("button", { name: "Filters and order" }).click();
  await page.getByLabel("Workspace").selectOption("shop");
  await page.getByLabel("Model").last().selectOption("gpt-x-large");
  await page.getByLabel("Order", { exact: true }).selectOption("mostExpensive");
  await page.getByRole("button", { name: "Show only favourites" }).click();
  await expect
    .poll(async () => (await host.calls("listHistory")).at(-1))
    .toMatchObject({
      workspace: "shop",
      model: "gpt-x-large",
      sort: "mostExpensive",
      isFavourite: true,
    });
});

test("favourite, export and import go to the host, and a refusal is said", async () => {
  const { page } = await openHistory();
  const host = hostOf(page);
  await host.setResult("setFavourite", { ok: false, reason: "storage" });
  await rows(page).nth(2).hover();
  await page.getByRole("button", { name: "Add “Naming things” to favourites" }).click();
  await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/could not be saved/u);
  await page.getByRole("button", { name: "Export “Naming things”" }).click();
  await expect.poll(() => host.calls("exportConversation")).toEqual([{ id: "c3" }]);
  await host.setResult("importConversation", { isImported: true });
  await page.getByRole("button", { name: "Import chat…" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("the buttons of a row stand on its own ground, beside its name", async () => {
  const { page } = await openHistory([
    item("c1", "A name that is longer than the row is wide. ".repeat(9)),
  ]);
  await rows(page).hover();
  const buttons = page.locator(".history-actions");
  await expect.poll(() => buttons.evaluate((own) => getComputedStyle(own).opacity)).toBe("1");
  const ground = await buttons.evaluate((own) => getComputedStyle(own).backgroundColor);
  expect(ground).toBe("rgba(0, 0, 0, 0)");
  const [name, first] = await Promise.all([
    page.locator(".history-name").boundingBox(),
    buttons.boundingBox(),
  ]);
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(first?.x ?? 0);
});

test("a conversation of a newer version says that it can only be read", async () => {
  const { page } = await openChat({
    snapshot: snapshot({ messages: [userMessage("m1", "Hi"), answer("m2", "Hello")] }),
  });
  await page.getByRole("log").waitFor();
  await page.evaluate(() => fakeHost.tell("showReadOnly", { isReadOnly: true }));
  await page.getByText("A newer version of AI Hub wrote this conversation.").waitFor();
});

test("titles and excerpts are text whatever they contain", async () => {
  const hostile = '<img src=x onerror="document.title=1"><b>bold</b>';
  const { page, problems } = await openHistory([
    item("c1", hostile, {
      workspace: hostile,
      excerpt: { messageId: "m", text: hostile, marks: [{ start: 0, end: 4 }] },
    }),
  ]);
  await rows(page).waitFor();
  expect(await page.locator(".history img, .history b").count()).toBe(0);
  await expect.poll(() => page.locator(".history-name").textContent()).toBe(hostile);
  expect(problems).toEqual([]);
});

test("a button that goes away leaves the focus in the list, so that Escape still closes it", async () => {
  const { page } = await openHistory();
  const byKey = async (name: string) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  await rows(page).nth(2).waitFor();
  await byKey("Delete “Naming things”");
  await expect.poll(() => focused(page)).toBe("Schema change");
  await byKey("Delete “Retry logic”");
  await expect.poll(() => focused(page)).toBe("Schema change");
  await byKey("Delete “Schema change”");
  const search = page.getByRole("searchbox");
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await byKey("Undo");
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test.each([
  ["focus", (undo: Locator) => undo.focus()],
  ["pointer", (undo: Locator) => undo.hover()],
] as const)(
  "the offer to undo stays while the %s is on it, and goes some seconds after",
  async (_, go) => {
    const { page } = await openHistory(items, { isOwn: true });
    await rows(page).nth(1).focus();
    // From here on time passes only where the test says so.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press("Delete");
    const undo = page.getByRole("button", { name: "Undo" });
    await expect.poll(() => page.clock.runFor(100).then(() => undo.isVisible())).toBe(true);
    await go(undo);
    await page.clock.runFor(50_000);
    expect(await undo.isVisible()).toBe(true);
    // The host deletes for good unless it hears that the offer still stands.
    expect(await hostOf(page).calls("keepDeleted")).toEqual(
      Array.from({ length: 4 }, () => ({ id: "c2" })),
    );
    await page.getByRole("searchbox").click();
    await page.clock.runFor(5_000);
    expect(await undo.isVisible()).toBe(true);
    await page.clock.runFor(10_000);
    await undo.waitFor({ state: "detached" });
  },
);
