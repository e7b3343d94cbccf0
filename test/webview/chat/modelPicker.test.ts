import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import type { HubModel } from "../../../src/shared/hubApi/model.ts";
import { answer, model, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
}

const some: readonly HubModel[] = [
  model("gpt-x-large", {
    name: "GPT X Large",
    contextLength: 128_000,
    capabilities: { tools: true, vision: true },
  }),
  model("claude-y"),
  model("small", { contextLength: 8000, capabilities: { tools: false } }),
  model("embedder", { type: "embedding" }),
];

async function open(options: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page } = await openChat({ snapshot: snapshot(), models: some, ...options });
  await picker(page).click();
  await search(page).waitFor();
  return { page, host: hostOf(page) };
}

const picker = (page: Page) => page.getByRole("combobox", { name: "Model" });
const search = (page: Page) => page.getByRole("combobox", { name: "Search" });
const rows = (page: Page) => page.getByRole("listbox", { name: "Models" }).getByRole("option");

describe("the list", () => {
  test("tells name, context and abilities, and what was not reported", async () => {
    const { page } = await open();
    await rows(page).first().waitFor();
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([
        "GPT X Largegpt-x-large\n128K context · tools · images",
        "claude-y\nContext not reported · abilities not reported",
        "small\n8K context · text only",
      ]);
  });

  test("marks the chosen model", async () => {
    const { page } = await open();
    await expect.poll(() => picker(page).innerText()).toBe("gpt-x-large");
    await rows(page).first().waitFor();
    await expect.poll(() => rows(page).first().getAttribute("aria-selected")).toBe("true");
  });

  test("is asked for anew on request", async () => {
    const { page, host } = await open();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect
      .poll(() => host.calls("listModels"))
      .toEqual([{ refresh: false }, { refresh: true }]);
  });

  test("of 10,000 models shows the first hundred and narrows by typing", async () => {
    const models = Array.from({ length: 10_000 }, (_, index) => model(`model-${index}`));
    const { page } = await open({ models });
    await page.getByText("9,900 more models, type to narrow").waitFor();
    await expect.poll(() => rows(page).count()).toBe(100);
    await search(page).fill("model 9999");
    await expect.poll(() => rows(page).count()).toBe(1);
  });
});

test("a list that is opened before the conversation is there stays open, with the focus, when it comes", async () => {
  const { page } = await openChat({ snapshot: snapshot(), models: some, isOwn: true });
  await page.addInitScript(() =>
    fakeHost.setAnswer(
      "attach",
      () =>
        new Promise((resolve) => {
          window.addEventListener("late", () => resolve(fakeHost.snapshot));
        }),
    ),
  );
  await page.reload();
  await picker(page).click();
  await search(page).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("late")));
  await expect.poll(() => picker(page).innerText()).toBe("gpt-x-large");
  expect(await search(page).evaluate((field) => field === document.activeElement)).toBe(true);
});

test("a list that is opened while the host takes an order stays open, with the focus, when it has", async () => {
  const messages = [userMessage("m1", "Why?"), answer("m2", "Because.")];
  const { page } = await openChat({ snapshot: snapshot({ messages }), models: some });
  await page.evaluate(() =>
    fakeHost.setAnswer(
      "regenerate",
      () =>
        new Promise((resolve) => {
          window.addEventListener("late", () => resolve({ ok: true }));
        }),
    ),
  );
  await page.getByRole("button", { name: "Regenerate" }).click();
  await picker(page).click();
  await search(page).waitFor();
  const host = hostOf(page);
  await expect.poll(() => host.calls("regenerate")).toHaveLength(1);
  await page.evaluate(() => window.dispatchEvent(new Event("late")));
  await host.setView({});
  expect(await search(page).evaluate((field) => field === document.activeElement)).toBe(true);
});

describe("by keyboard", () => {
  test("arrows, search and Enter choose a model and give the focus back", async () => {
    const { page, host } = await open();
    await page.keyboard.press("Escape");
    await search(page).waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    await rows(page).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => host.calls("selectModel")).toEqual([{ id: "claude-y" }]);
    await search(page).waitFor({ state: "detached" });
    await expect
      .poll(() => picker(page).evaluate((button) => button === document.activeElement))
      .toBe(true);
  });

  test("a list that is asked for anew leaves the focus where it was, and Escape closes it", async () => {
    const { page, host } = await open();
    const refresh = page.getByRole("button", { name: "Refresh" });
    // Until the list has come the button takes no key.
    await expect.poll(() => refresh.isEnabled()).toBe(true);
    await refresh.press("Enter");
    await expect.poll(() => host.calls("listModels")).toHaveLength(2);
    await expect
      .poll(() => refresh.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.keyboard.press("Escape");
    await search(page).waitFor({ state: "detached" });
  });

  test("the active option is told to a screen reader", async () => {
    const { page } = await open();
    await rows(page).first().waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowUp");
    const active = async () => {
      const id = await search(page).getAttribute("aria-activedescendant");
      return page.locator(`#${id ?? ""}`).innerText();
    };
    await expect.poll(active).toContain("small");
  });

  test("a click elsewhere closes it", async () => {
    const { page } = await open();
    await page.getByRole("heading", { name: "What are you working on?" }).click();
    await search(page).waitFor({ state: "detached" });
  });
});

describe("when the list is no help", () => {
  test("a name that matches nothing can be used as it is", async () => {
    const { page, host } = await open();
    await search(page).fill("my-own-model");
    await page.getByRole("option", { name: "Use “my-own-model”" }).click();
    await expect.poll(() => host.calls("selectModel")).toEqual([{ id: "my-own-model" }]);
  });

  test("a failure says why, and a name can be typed", async () => {
    const { page, host } = await open({
      results: { listModels: { models: [], failure: { kind: "dns", host: "hub.example.com" } } },
    });
    await page.getByRole("alert").filter({ hasText: "hub.example.com was not found" }).waitFor();
    await search(page).fill("typed");
    await page.keyboard.press("Enter");
    await expect.poll(() => host.calls("selectModel")).toEqual([{ id: "typed" }]);
  });

  test("an empty list says so", async () => {
    const { page } = await open({ models: [] });
    await page.getByText("The hub lists no models.").waitFor();
  });
});
