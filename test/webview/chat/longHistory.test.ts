import { expect, test } from "vitest";

import { snapshot } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { focused, item, list, rows } from "./historyRows.ts";

declare global {
  var answerMore: (() => void) | undefined;
}

const many = Array.from({ length: 40 }, (_, index) => item(`x${index}`, `Chat ${index}`));

test("a long list is fetched piece by piece as it is read", async () => {
  const { page } = await openChat({
    snapshot: snapshot(),
    place: "editor",
    results: {
      listHistory: list(many, false),
      moreHistory: { items: [item("last", "The last")], isDone: true },
    },
  });
  await page.getByRole("button", { name: "History" }).click();
  await expect.poll(() => rows(page).count()).toBe(40);
  expect(await hostOf(page).calls("moreHistory")).toEqual([]);
  await page.locator(".history-rows").evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect.poll(() => rows(page).count()).toBe(41);
});

test("Show more keeps the focus while it loads, and leaves it on the first new row", async () => {
  const { page } = await openChat({
    snapshot: snapshot(),
    place: "editor",
    results: { listHistory: list(many, false) },
  });
  await page.evaluate(
    (answers) => {
      fakeHost.setAnswer(
        "moreHistory",
        () =>
          new Promise((resolve) => {
            globalThis.answerMore = () => resolve(answers.shift());
          }),
      );
    },
    [
      { items: [item("y1", "One more"), item("y2", "And one")], isDone: false },
      { items: many.map(({ id, title }) => item(`z${id}`, `Z ${title}`)), isDone: false },
      { items: [item("last", "The last")], isDone: true },
    ],
  );
  const calls = () => hostOf(page).calls("moreHistory");
  const more = page.getByRole("button", { name: "Show more" });
  const status = page.getByRole("dialog").getByRole("status").first();
  await page.getByRole("button", { name: "History" }).click();
  await expect.poll(() => status.textContent()).toBe("40 conversations so far");
  // As Tab does: the focus scrolls the button into view, which loads by itself.
  await more.focus();
  await expect.poll(calls).toHaveLength(1);
  await expect.poll(() => more.evaluate((own) => own === document.activeElement)).toBe(true);
  await page.evaluate(() => globalThis.answerMore?.());
  await expect.poll(() => focused(page)).toBe("One more");
  await expect.poll(calls).toHaveLength(2);
  await page.evaluate(() => globalThis.answerMore?.());
  await expect.poll(() => status.textContent()).toBe("82 conversations so far");
  expect(await focused(page)).toBe("One more");
  await more.evaluate((own: HTMLElement) => {
    own.focus({ preventScroll: true });
    own.click();
  });
  await expect.poll(calls).toHaveLength(3);
  await page.evaluate(() => globalThis.answerMore?.());
  await expect.poll(() => focused(page)).toBe("The last");
  await more.waitFor({ state: "detached" });
  await expect.poll(() => status.textContent()).toBe("83 conversations");
});
