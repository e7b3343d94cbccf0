import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import type { Message } from "../../../src/shared/conversation/conversation.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";

const paragraph = "Some **text** with `code` and a [link](https://example.com).\n\n";

const messages: readonly Message[] = Array.from({ length: 100 }, (_, index) => [
  userMessage(`q${index}`, `Question ${index}`),
  answer(
    `a${index}`,
    `Answer ${index}.\n\n${paragraph.repeat(3)}\`\`\`ts\nconst a = ${index};\n\`\`\`\n`,
  ),
]).flat();

const scroller = (page: Page) => page.locator(".scroller");

test("200 messages open at their end and are all there after a moment", async () => {
  const { page, problems } = await openChat({
    snapshot: snapshot({ messages: [...messages] }),
  });
  await page.getByText("Answer 99.").waitFor();
  await expect.poll(() => page.getByRole("article").count()).toBe(200);
  await expect
    .poll(() =>
      scroller(page).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop < 2),
    )
    .toBe(true);
  await page.getByText("Answer 0.").scrollIntoViewIfNeeded();
  await expect.poll(() => page.getByText("Answer 0.").isVisible()).toBe(true);
  expect(problems).toEqual([]);
});

test("of a long conversation the last answer is drawn whole before all but the answer above it is begun", async () => {
  const long = Array.from({ length: 8 }, (_, index) => [
    userMessage(`q${index}`, `Question ${index}`),
    answer(`a${index}`, `${paragraph.repeat(index === 7 ? 1200 : 240)}End of answer ${index}.\n`),
  ]).flat();
  const { page } = await openChat({ snapshot: snapshot() });
  await page.getByRole("heading", { name: "What are you working on?" }).waitFor();
  const begunAtEnd = page.evaluate(
    (shown) =>
      new Promise<number>((resolve) => {
        const begun = new Set<Element>();
        let paragraphs = 0;
        // In the order of the changes: one frame of a fast machine draws more than one answer.
        const observer = new MutationObserver((changes) => {
          for (const { target, addedNodes, removedNodes } of changes) {
            const element = target instanceof Element ? target : target.parentElement;
            const text = element?.closest("article.assistant .markdown");
            if (text) {
              begun.add(text);
            }
            if (text?.closest("[data-message-id=a7]")) {
              paragraphs += [...addedNodes].filter(({ nodeName }) => nodeName === "P").length;
              paragraphs -= [...removedNodes].filter(({ nodeName }) => nodeName === "P").length;
            }
            if (paragraphs === 1201) {
              observer.disconnect();
              resolve(begun.size);
              return;
            }
          }
        });
        observer.observe(document, { childList: true, characterData: true, subtree: true });
        fakeHost.show(shown);
      }),
    snapshot({ conversationId: "c2", messages: long }),
  );
  expect(await begunAtEnd).toBeLessThanOrEqual(2);
  await expect
    .poll(() => page.getByText(/^End of answer \d+\.$/).count(), { timeout: 30_000 })
    .toBe(8);
});

test("the end of a long answer stays where it is while the text before it is drawn", async () => {
  const long = [userMessage("q1", "Question"), answer("a1", `${paragraph.repeat(1500)}The end.\n`)];
  const { page } = await openChat({ snapshot: snapshot() });
  await page.getByRole("heading", { name: "What are you working on?" }).waitFor();
  const seen = await page.evaluate(
    (shown) =>
      new Promise<{ first: number; tops: number[] }>((resolve) => {
        const tops: number[] = [];
        let first = 0;
        const selector = "article.assistant .markdown p";
        // At the change itself: the browser can draw more of the text before it runs a timer.
        const observer = new MutationObserver(() => {
          const paragraphs = [...document.querySelectorAll(selector)];
          if (paragraphs.at(-1)?.textContent === "The end.") {
            first = paragraphs.length;
            observer.disconnect();
          }
        });
        observer.observe(document, { childList: true, characterData: true, subtree: true });
        const look = (): void => {
          const paragraphs = [...document.querySelectorAll(selector)];
          const last = paragraphs.at(-1);
          if (last?.textContent === "The end.") {
            tops.push(Math.round(last.getBoundingClientRect().top));
          }
          if (paragraphs.length === 1501) {
            resolve({ first, tops });
          } else {
            // After the frame is laid out and painted.
            requestAnimationFrame(() => setTimeout(look));
          }
        };
        look();
        fakeHost.show(shown);
      }),
    snapshot({ conversationId: "c2", messages: long }),
  );
  expect(seen.first).toBeLessThan(200);
  // Places that the browser rounds to whole pixels.
  expect(Math.max(...seen.tops) - Math.min(...seen.tops)).toBeLessThanOrEqual(1);
});

test("earlier messages come when the reader nears the first one, and what is read stays in its place", async () => {
  const { page } = await openChat({
    snapshot: snapshot({ messages: messages.slice(-20), hasEarlier: true }),
    earlier: messages.slice(0, -20),
  });
  await page.getByText("Answer 99.").waitFor();
  await expect.poll(() => page.getByRole("article").count()).toBe(20);
  const reading = page.getByText("Question 90", { exact: true });
  await scroller(page).hover();
  await page.mouse.wheel(0, -100_000);
  await expect.poll(() => page.getByRole("article").count()).toBeGreaterThan(20);
  await expect
    .poll(() => reading.evaluate((text) => text.getBoundingClientRect().top))
    .toBeGreaterThan(0);
  expect(await reading.evaluate((text) => text.getBoundingClientRect().top)).toBeLessThan(200);
});

test("messages that were drawn stay as they are while the conversation grows", async () => {
  const { page } = await openChat({ snapshot: snapshot({ messages: messages.slice(-10) }) });
  await page.getByText("Answer 99.").waitFor();
  await page
    .getByRole("article")
    .first()
    .evaluate((article) => article.setAttribute("data-probe", "kept"));
  await hostOf(page).emit(
    { kind: "userMessageAdded", message: userMessage("new1", "New question") },
    { kind: "answerStarted", message: answer("new2", "New answer.") },
  );
  await page.getByText("New answer.").waitFor();
  await expect.poll(() => page.getByRole("article").count()).toBe(12);
  await expect.poll(() => page.locator("[data-probe=kept]").count()).toBe(1);
});

test("a reload shows the same place", async () => {
  const { page } = await openChat({ snapshot: snapshot({ messages: messages.slice(-60) }) });
  await page.getByText("Answer 99.").waitFor();
  await expect.poll(() => page.getByRole("article").count()).toBe(60);
  const reading = page.getByText("Question 85", { exact: true });
  await reading.evaluate((text) => text.scrollIntoView({ block: "start" }));
  await page.getByRole("button", { name: "Jump to latest" }).waitFor();
  const before = await reading.evaluate((text) => text.getBoundingClientRect().top);
  await page.reload();
  await expect.poll(() => page.getByRole("article").count()).toBe(60);
  await expect
    .poll(async () =>
      Math.abs((await reading.evaluate((text) => text.getBoundingClientRect().top)) - before),
    )
    .toBeLessThan(3);
});

test("a conversation that cannot be opened says so and can be tried again", async () => {
  const { page } = await openChat({
    snapshot: snapshot(),
    results: { attach: { broken: true } },
  });
  await page.getByRole("heading", { name: "This conversation could not be opened." }).waitFor();
  const host = hostOf(page);
  await host.setResult("attach", null);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "What are you working on?" }).waitFor();
});
