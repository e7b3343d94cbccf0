import { describe, expect, test } from "vitest";

import { violations } from "../../support/axe.ts";
import { answer, model, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import type { OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { answered, button, compared, field, models, openPage } from "./turnsPage.ts";

const open = (options: OpenOptions) => openPage(options);

describe("asking again", () => {
  test("with another model is a list with a search field, all by keyboard", async () => {
    const { page, host } = await open({ snapshot: answered, models });
    await button(page, "Ask another model").focus();
    await page.keyboard.press("Enter");
    const search = page.getByRole("combobox", { name: "Search", exact: true });
    await search.waitFor();
    await expect.poll(() => page.getByRole("option").count()).toBe(4);
    await page.keyboard.type("gam");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => host.calls("regenerateWith"))
      .toEqual([{ conversationId: "c1", messageId: "m2", model: "gamma" }]);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("never with a model that the profile does not allow", async () => {
    const locked = model("omega", { locked: { reason: "profile" } });
    const { page, host } = await open({ snapshot: answered, models: [locked, ...models] });
    await button(page, "Ask another model").click();
    await page.getByRole("option", { name: /omega/u }).dispatchEvent("click");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
    await page.getByRole("option", { name: /alpha/u }).click();
    await expect.poll(() => host.calls("regenerateWith")).toMatchObject([{ model: "alpha" }]);
  });

  test("is left with Escape, and the focus is where it was", async () => {
    const { page, host } = await open({ snapshot: answered, models });
    await button(page, "Ask another model").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Search", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const name = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await expect.poll(name).toBe("Ask another model");
    expect(await host.calls("regenerateWith")).toEqual([]);
  });

  test("of two or three models compares them, and a fourth takes the place of the third", async () => {
    const { page, host } = await open({ snapshot: answered, models });
    await button(page, "Compare models").click();
    const start = page.getByRole("button", { name: /^Compare \d/u });
    await page.getByRole("option", { name: /alpha/u }).click();
    await expect.poll(() => start.isDisabled()).toBe(true);
    for (const name of [/beta/u, /gamma/u, /delta/u]) {
      await page.getByRole("option", { name }).click();
    }
    expect(await violations(page)).toEqual([]);
    await start.click();
    await expect
      .poll(() => host.calls("compareAnswers"))
      .toEqual([{ conversationId: "c1", messageId: "m2", models: ["alpha", "beta", "delta"] }]);
  });

  test("a new message can be sent to several models at once", async () => {
    const { page, host } = await open({ snapshot: snapshot(), models });
    expect(await button(page, "Ask several models").count()).toBe(0);
    await field(page).fill("Question");
    await button(page, "Ask several models").click();
    await page.getByRole("option", { name: /alpha/u }).click();
    await page.getByRole("option", { name: /beta/u }).click();
    await button(page, "Compare 2 models").click();
    await expect
      .poll(() => host.calls("sendToCompare"))
      .toMatchObject([{ conversationId: "c1", text: "Question", models: ["alpha", "beta"] }]);
    await expect.poll(() => field(page).inputValue()).toBe("");
  });
});

const begin = (id: string, name: string) =>
  ({
    kind: "answerStarted",
    message: answer(id, "", {
      parentId: "m1",
      model: name,
      comparisonId: "cmp",
      state: "streaming",
    }),
  }) as const;

describe("answers side by side", () => {
  test("stand beside each other where there is room and below each other where it is narrow", async () => {
    for (const isWide of [true, false]) {
      const { page } = await open(compared({ isWide }));
      const group = page.getByRole("group", { name: "Answers side by side" });
      await group.getByRole("article").nth(2).waitFor();
      const tops = await group
        .getByRole("article")
        .evaluateAll((articles) => articles.map((one) => one.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(isWide ? 1 : 3);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    }
  });

  test("one of them is kept, by a button that names it", async () => {
    const { page, host } = await open(compared());
    await button(page, "Keep this one: beta").click();
    await expect
      .poll(() => host.calls("keepAnswer"))
      .toEqual([{ conversationId: "c1", messageId: "a1" }]);
    expect(await page.getByRole("button", { name: "Previous version" }).count()).toBe(0);
  });

  test("grow while they are given", async () => {
    const { page, host } = await open({ snapshot: snapshot() });
    await host.emit(
      { kind: "userMessageAdded", message: userMessage("m1", "Question") },
      begin("a0", "alpha"),
      begin("a1", "beta"),
    );
    await host.emit(
      { kind: "partDelta", messageId: "a0", part: "text", text: "One" },
      { kind: "partDelta", messageId: "a1", part: "text", text: "Two" },
      { kind: "partDelta", messageId: "a0", part: "text", text: " more" },
    );
    const group = page.getByRole("group", { name: "Answers side by side" });
    await expect
      .poll(() => group.getByRole("article", { name: "alpha" }).innerText())
      .toContain("One more");
    await expect
      .poll(() => group.getByRole("article", { name: "beta" }).innerText())
      .toContain("Two");
  });
});
