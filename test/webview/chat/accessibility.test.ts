import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Snapshot } from "../../../src/shared/calls/protocol.ts";
import { violations } from "../../support/axe.ts";
import {
  answer,
  attachment,
  model,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import { ChatBrowser } from "../../support/fakeHost/chatBrowser.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { applyTheme } from "../../support/fakeHost/looks.ts";
import { historyScenes } from "./historyScenes.ts";

let browser: ChatBrowser;
beforeAll(async () => {
  browser = await ChatBrowser.start();
});
afterAll(() => browser.stop());

const answered = snapshot({
  messages: [
    userMessage("m1", "Question", { attachments: [attachment("a1")] }),
    answer(
      "m2",
      "# Title\n\nText with `code`.\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done\n",
      {
        notices: [{ kind: "dlp_alert" }],
        usage: { inputTokens: 10, outputTokens: 20 },
      },
    ),
    userMessage("m3", "And now?"),
    answer("m4", "", {
      parentId: "m3",
      state: "failed",
      failure: { kind: "overloaded", requestId: "r1" },
    }),
  ],
  branches: { m2: { index: 0, count: 2 } },
  view: { ...readyView, attachments: [attachment("a2", { invisibleCharacters: 3 })] },
});

interface Scene {
  readonly name: string;
  readonly shown: Snapshot;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const scenes: readonly Scene[] = [
  {
    name: "first use",
    shown: snapshot({ view: { ...readyView, connection: { state: "needsBaseUrl" } } }),
  },
  {
    name: "a bad address",
    shown: snapshot({
      view: { ...readyView, connection: { state: "badBaseUrl", value: "x", reason: "notAUrl" } },
    }),
  },
  { name: "an empty chat", shown: snapshot() },
  { name: "a conversation", shown: answered },
  {
    name: "an open editor",
    shown: answered,
    prepare: (page) => page.getByRole("textbox").last().press("ArrowUp"),
  },
  {
    name: "the open picker",
    shown: answered,
    prepare: async (page) => {
      await page.getByRole("combobox").click();
      await page.getByRole("option").first().waitFor();
    },
  },
  ...historyScenes(answered).map(({ name, prepare }) => ({ name, shown: answered, prepare })),
];

describe.each(["en", "pt-br"] as const)("in %s", (locale) => {
  test.each(scenes)("$name has nothing that axe objects to", async ({ shown, prepare }) => {
    const { page } = await browser.open({
      snapshot: shown,
      locale,
      models: [model("one"), model("two")],
    });
    await page.getByRole("region", { name: /AI Hub/u }).waitFor();
    await prepare?.(page);
    for (const theme of ["light", "dark"] as const) {
      await applyTheme(page, theme);
      expect(await violations(page)).toEqual([]);
    }
    await page.context().close();
  });
});

describe("by keyboard alone", () => {
  test("everything of a conversation is reached in its order, and the focus can always be seen", async () => {
    const { page } = await browser.open({ snapshot: answered, theme: "light" });
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.locator(".scroller").focus();
    const reached: string[] = [];
    for (let step = 0; step < 80; step += 1) {
      // A toolbar is one stop; the arrow keys go through it.
      const isLast = await page.evaluate(() => {
        const buttons = document.activeElement
          ?.closest("[role=toolbar]")
          ?.querySelectorAll("button:enabled");
        const drawn = [...(buttons ?? [])].filter((button) => button.getClientRects().length > 0);
        return drawn.at(-1) === document.activeElement || drawn.length === 0;
      });
      await page.keyboard.press(isLast ? "Tab" : "ArrowRight");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) {
          return undefined;
        }
        const style = getComputedStyle(element);
        const frame = getComputedStyle(element.closest(".composer-box") ?? element);
        const isSeen = style.outlineStyle !== "none" || frame.borderColor === "rgb(0, 95, 184)";
        const name = element.getAttribute("aria-label") ?? element.textContent ?? element.className;
        return { name: name.trim() === "" ? element.className : name.slice(0, 40), isSeen };
      });
      if (!focused) {
        break;
      }
      expect({ ...focused, isSeen: true }).toEqual(focused);
      reached.push(focused.name);
    }
    for (const name of [
      "Edit message",
      "Copy message",
      "Open retry.ts:12–40",
      "Copy code",
      "Insert at cursor",
      "Next version",
      "Regenerate",
      "Try again",
      "Choose model",
      "Details",
      "Remove retry.ts",
      "Add context",
      "Message",
      "Model",
    ]) {
      expect(reached).toContain(name);
    }
  });
});

describe("to a screen reader", () => {
  test("an answer is told by its start, its sentences and its end", async () => {
    const { page } = await browser.open({ snapshot: snapshot() });
    const host = hostOf(page);
    const status = page.getByRole("status");
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await host.emit(
      { kind: "userMessageAdded", message: userMessage("m1", "Question") },
      { kind: "answerStarted", message: answer("m2", "", { state: "streaming" }) },
    );
    await expect.poll(() => status.textContent()).toBe("Answer started");
    await host.emit({
      kind: "partDelta",
      messageId: "m2",
      part: "text",
      text: "It is **the timer**. Clear",
    });
    await expect.poll(() => status.textContent(), { timeout: 8000 }).toBe("It is the timer.");
    await host.emit(
      { kind: "partDelta", messageId: "m2", part: "text", text: " it.\n\n```ts\nx\n```\n" },
      { kind: "answerEnded", messageId: "m2", state: "complete" },
    );
    await expect.poll(() => status.textContent()).toBe("Clear it. Code. Answer complete");
    await expect.poll(() => page.getByRole("log").getAttribute("aria-live")).toBe("off");
  });

  test.each(["Copy message", "Copy code"])("%s is told when it is done", async (name) => {
    const { page } = await browser.open({ snapshot: answered });
    await page.getByRole("button", { name, exact: true }).first().press("Enter");
    await expect.poll(() => page.locator(".chat > [role=status]").textContent()).toBe("Copied");
  });

  test("the names of the contract are there in English", async () => {
    const { page } = await browser.open({ snapshot: answered });
    await page.getByRole("region", { name: "AI Hub chat" }).waitFor();
    const log = page.getByRole("log", { name: "Conversation" });
    await expect.poll(() => log.getByRole("article", { name: "You", exact: true }).count()).toBe(2);
    await expect
      .poll(() => log.getByRole("article", { name: "gpt-x-large", exact: true }).count())
      .toBe(2);
    await page.getByRole("combobox", { name: "Model", exact: true }).waitFor();
    await page.getByRole("list", { name: "Context", exact: true }).waitFor();
  });
});

test("at 200 % and 250 px nothing is cut off", async () => {
  const { page } = await browser.open({
    snapshot: answered,
    width: 250,
    height: 400,
    context: { deviceScaleFactor: 2 },
  });
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  const sticksOut = await page.evaluate(() =>
    [...document.querySelectorAll("button, textarea, p")]
      .filter(
        (element) =>
          !element.closest("pre, .unseen, .code") &&
          element.getBoundingClientRect().right > innerWidth,
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(sticksOut).toEqual([]);
});

test("forced colours keep every control visible", async () => {
  const { page, problems } = await browser.open({
    snapshot: answered,
    context: { forcedColors: "active" },
  });
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await page.screenshot({ path: "test-results/webview/forced-colors.png" });
  expect(problems).toEqual([]);
});
