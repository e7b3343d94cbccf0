import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";

const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join("\n\n");
const messages = [
  userMessage("m1", "Why does\nthis test hang?"),
  answer("m2", long),
  userMessage("m3", "And now?"),
  answer("m4", `${long}\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n`),
];

describe("a question while its answer is read", () => {
  test("stays in one line above the log, until the next question takes its place", async () => {
    const page = await open();
    await scrollTo(page, "m2", 300);
    const stuck = page.getByRole("button", {
      name: "Go to the question: Why does this test hang?",
    });
    await stuck.waitFor();
    expect(await stuck.evaluate((button) => button.clientHeight + 1)).toBe(32);
    await scrollTo(page, "m4", 300);
    await page.getByRole("button", { name: "Go to the question: And now?" }).waitFor();
    await scrollTo(page, "m1", 0);
    await expect.poll(() => page.locator(".stuck-question").count()).toBe(0);
  });

  test("moves nothing when it comes and goes, and leads back", async () => {
    const page = await open();
    await scrollTo(page, "m2", 5);
    const height = await page.locator(".scroller").evaluate(({ scrollHeight }) => scrollHeight);
    const before = await topOf(page, "m3");
    await page.locator(".scroller").evaluate((scroller) => scroller.scrollBy(0, 200));
    await page.locator(".stuck-question").waitFor();
    expect(await topOf(page, "m3")).toBe(before - 200);
    expect(await page.locator(".scroller").evaluate(({ scrollHeight }) => scrollHeight)).toBe(
      height,
    );
    await page.locator(".stuck-question").click();
    await expect.poll(() => page.locator(".stuck-question").count()).toBe(0);
    expect(await topOf(page, "m1")).toBeGreaterThanOrEqual(0);
  });
});

describe("what lies over the log", () => {
  test.each([300, 900])("covers a table's column that sticks, at %i px", async (width) => {
    const rows = Array.from({ length: 40 }, (_, index) => `| \`name${index}\` | Prose. |`);
    const table = ["| Name | Meaning |", "| --- | --- |", ...rows, "", "```", "x", "```"].join(
      "\n",
    );
    const page = await open({
      width,
      snapshot: snapshot({ messages: [userMessage("m1", "Which names?"), answer("m2", table)] }),
    });
    await scrollTo(page, "m2", 300);
    for (const over of [page.locator(".stuck-question"), page.locator(".jump")]) {
      await over.waitFor();
      const isCovered = await over.evaluate((element) => {
        const { left, top, width: wide, height } = element.getBoundingClientRect();
        return Array.from({ length: 9 }, (_, at) =>
          document.elementFromPoint(left + (wide * (at + 0.5)) / 9, top + height / 2),
        ).some((hit) => !element.contains(hit));
      });
      expect(isCovered).toBe(false);
    }
  });

  test("begins where the text of the messages begins", async () => {
    const page = await open({ width: 900 });
    await scrollTo(page, "m2", 300);
    const start = (selector: string): Promise<number> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().x);
    await page.locator(".stuck-question").waitFor();
    // The log leaves room for a scrollbar, which is not drawn here.
    expect(
      Math.abs((await start(".stuck-question > span")) - (await start(".author"))),
    ).toBeLessThan(6);
  });
});

describe("a message", () => {
  test("of the person has its fenced code in the editor's font, and the same characters", async () => {
    const text = "Why?\n```ts\nconst a = 1;\n```\nThanks";
    const question = userMessage("m1", text);
    const page = await open({ snapshot: snapshot({ messages: [question, answer("m2", long)] }) });
    const shown = page.locator(".plain-text");
    await expect.poll(() => shown.textContent()).toBe(text);
    const code = shown.locator(".written-code");
    await expect.poll(() => code.textContent()).toBe("```ts\nconst a = 1;\n```\n");
    const fonts = await Promise.all(
      [shown, code].map((part) => part.evaluate((element) => getComputedStyle(element).fontFamily)),
    );
    expect(fonts[0]).not.toBe(fonts[1]);
  });

  test("has its time: quiet, exact in its tooltip and for machines", async () => {
    const page = await open();
    const times = page.locator("article time");
    await expect.poll(() => times.count()).toBe(4);
    await expect
      .poll(() => times.first().getAttribute("datetime"))
      .toBe("2026-11-21T14:00:00.000Z");
    await expect
      .poll(() => times.first().getAttribute("title"))
      .toContain("Saturday, November 21, 2026");
    await scrollTo(page, "m1", 0);
    expect(await opacityOf(page)).toBe("0");
    await page.locator("article").first().hover();
    await expect.poll(() => opacityOf(page)).toBe("1");
  });
});

describe("a toolbar", () => {
  test("is one stop for Tab in both directions, with arrow keys inside", async () => {
    const page = await open();
    await page.getByRole("textbox", { name: "Message" }).focus();
    await page.getByRole("button", { name: "Details of the answer" }).last().focus();
    await page.keyboard.press("Shift+Tab");
    // The toolbar of the message is passed: the next stop is the code above it.
    await expect.poll(() => focused(page)).toBe("md-code-scroll");
    await page.keyboard.press("Shift+Tab");
    await expect.poll(() => focusedName(page)).not.toBe("Collapse code");
    await page.keyboard.press("Home");
    await expect.poll(() => focusedName(page)).toBe("Collapse code");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focusedName(page)).toBe("Copy code");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => focusedName(page)).not.toBe("Collapse code");
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("md-code-scroll");
    await page.keyboard.press("Tab");
    await expect.poll(() => focusedName(page)).toBe("Regenerate");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("article") === null))
      .toBe(true);
    // Nothing stays out of reach afterwards.
    expect(await page.locator("[role=toolbar] [tabindex='-1']").count()).toBe(0);
  });
});

describe("the file of the editor", () => {
  test("is a dashed suggestion, added by one click", async () => {
    const page = await open();
    await page.evaluate(() =>
      globalThis.fakeHost.tell("showActiveFile", {
        file: { id: "offer-1", name: "retry.ts", path: "src/retry.ts" },
      }),
    );
    const chip = page.getByRole("button", { name: "Add src/retry.ts" });
    expect(await chip.evaluate((button) => getComputedStyle(button).borderStyle)).toBe("dashed");
    await chip.click();
    await expect
      .poll(() => page.evaluate(() => globalThis.fakeHost.callsOf("addContextItem")))
      .toEqual([{ conversationId: "c1", id: "offer-1" }]);
    await page.evaluate(() => globalThis.fakeHost.tell("showActiveFile", {}));
    await expect.poll(() => chip.count()).toBe(0);
  });
});

async function open(options: Partial<OpenOptions> = {}): Promise<Page> {
  const { page } = await openChat({ snapshot: snapshot({ messages }), ...options });
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.locator(".markdown").last().waitFor();
  return page;
}

function scrollTo(page: Page, id: string, offset: number): Promise<void> {
  return page.evaluate(
    ([messageId, top]) => {
      const scroller = document.querySelector(".scroller");
      const message = document.querySelector(`[data-message-id="${messageId}"]`);
      if (scroller && message) {
        const at = message.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
        scroller.scrollTop += at + top;
      }
    },
    [id, offset] as const,
  );
}

function topOf(page: Page, id: string): Promise<number> {
  return page
    .locator(`[data-message-id="${id}"]`)
    .evaluate((message) => Math.round(message.getBoundingClientRect().top));
}

function opacityOf(page: Page): Promise<string> {
  return page
    .locator("article .on-hover")
    .first()
    .evaluate((element) => getComputedStyle(element).opacity);
}

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.className);
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
}
