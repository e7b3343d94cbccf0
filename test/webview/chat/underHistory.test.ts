import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import type { Snapshot } from "../../../src/shared/calls/protocol.ts";
import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { elementsStyledDuring } from "../../support/forcedLayouts.ts";

declare global {
  var answerAttach: (() => void) | undefined;
}

const text = "A paragraph of `code` and **more**.\n\n".repeat(100);

const long = (id: string, more: Partial<Snapshot> = {}): Snapshot =>
  snapshot({
    conversationId: id,
    messages: [
      userMessage(`${id}-m1`, "Question"),
      answer(`${id}-m2`, `${text}The end of ${id}.`, { parentId: `${id}-m1` }),
    ],
    ...more,
  });

async function open(shown: Snapshot): Promise<Page> {
  const { page } = await openChat({
    snapshot: shown,
    place: "editor",
    results: {
      listHistory: {
        items: [
          {
            id: "c2",
            title: "The other",
            updatedAt: Date.UTC(2026, 10, 20),
            messageCount: 2,
            models: [],
            isFavourite: false,
            isReadOnly: false,
          },
        ],
        isDone: true,
        ticket: 1,
        workspaces: [],
        models: [],
      },
    },
  });
  await page.getByText("The end of c1.").waitFor();
  return page;
}

const list = (page: Page) => page.getByRole("dialog", { name: "History" });
const scroller = (page: Page) => page.locator(".scroller");

async function openList(page: Page): Promise<void> {
  await hostOf(page).tell("openHistory", {});
  await list(page).locator("[data-history-row]").waitFor();
}

async function closeList(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await list(page).waitFor({ state: "detached" });
}

test("the list comes and goes without a new style for the conversation under it", async () => {
  const page = await open(long("c1"));
  // The first time loads the list's code and styles.
  await openList(page);
  await closeList(page);
  const all = await page.locator(".under-panel *").count();
  expect(all).toBeGreaterThan(300);
  const styled = await elementsStyledDuring(page, async () => {
    await openList(page);
    await closeList(page);
  });
  expect(styled).toBeLessThan(all);
});

test("what is under the list can be neither reached nor found, and has the focus again after it", async () => {
  const page = await open(long("c1"));
  const composer = page.getByRole("textbox", { name: "Message" });
  await openList(page);
  for (let key = 0; key < 12; key += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest(".under-panel"))).toBeNull();
  }
  await expect.poll(() => composer.count()).toBe(0);
  await closeList(page);
  await expect
    .poll(() => composer.evaluate((field) => field === document.activeElement))
    .toBe(true);
});

test("the reader's place stays the same under the list", async () => {
  const page = await open(long("c1"));
  await scroller(page).hover();
  await page.mouse.wheel(0, -900);
  const top = () => scroller(page).evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(() => distanceToEnd(page)).toBeGreaterThan(800);
  const before = await top();
  await openList(page);
  await closeList(page);
  expect(await top()).toBe(before);
});

test("an answer that goes on under the list is followed to its end", async () => {
  const begun = `${text}The end of c1.\n\n`;
  const streaming = answer("m2", begun, { parentId: "m1", state: "streaming" });
  const page = await open(
    long("c1", {
      messages: [userMessage("m1", "Question"), streaming],
      view: { ...readyView, turn: { state: "running", messageId: "m2" } },
    }),
  );
  await openList(page);
  for (let part = 0; part < 20; part += 1) {
    await hostOf(page).emit({
      kind: "partDelta",
      messageId: "m2",
      part: "text",
      text: `More of it ${part}.\n\n`,
    });
  }
  await closeList(page);
  await page.getByText("More of it 19.").waitFor();
  await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
});

test.each([
  ["a click", "openConversation", /The other/u],
  ["an import", "importConversation", /Import chat/u],
] as const)(
  "after %s the list stays until the other conversation is drawn, which then is at its end",
  async (_, call, name) => {
    const page = await open(long("c1"));
    await openList(page);
    await page.evaluate(
      ({ call: method, other }) => {
        fakeHost.setAnswer(method, () => {
          fakeHost.show(other);
          return { ok: true, isImported: true };
        });
        fakeHost.setAnswer(
          "attach",
          () =>
            new Promise((resolve) => {
              globalThis.answerAttach = () => resolve(other);
            }),
        );
      },
      { call, other: long("c2") },
    );
    await list(page).getByRole("button", { name }).first().click();
    await expect.poll(() => page.evaluate(() => globalThis.answerAttach !== undefined)).toBe(true);
    // A call of the page after the answer to the click: by then a list that does not wait would be gone.
    await expect.poll(() => hostOf(page).calls(call)).toHaveLength(1);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await list(page).count()).toBe(1);
    await page.evaluate(() => globalThis.answerAttach?.());
    await list(page).waitFor({ state: "detached" });
    await page.getByText("The end of c2.").waitFor();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
  },
);

function distanceToEnd(page: Page): Promise<number> {
  return scroller(page).evaluate(
    ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop,
  );
}
