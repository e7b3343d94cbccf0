import { expect, test } from "vitest";

import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";
import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { elementsStyledDuring, layoutsDuring } from "../../support/forcedLayouts.ts";

const delta = (text: string): ChatEvent => ({
  kind: "partDelta",
  messageId: "m2",
  part: "text",
  text,
});

declare global {
  var held: (() => void)[];
}

/** Runs in the page: what is to happen after a second or more waits for the test, however slow the machine is. */
function holdSeconds(): void {
  const held: (() => void)[] = [];
  const soon = globalThis.setTimeout;
  Object.assign(globalThis, {
    held,
    setTimeout: (callback: () => void, ms?: number) =>
      ms !== undefined && ms >= 1000 ? held.push(callback) : soon(callback, ms),
  });
}

/** Runs in the page: one post for each of these events, each drawn before the next is made. */
async function post(events: readonly ChatEvent[]): Promise<void> {
  for (const event of events) {
    fakeHost.emit(event);
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
  }
}

test("no post of an answer makes the page's code force a layout, whatever it draws", async () => {
  const { page } = await openChat({
    snapshot: snapshot({
      messages: [
        userMessage("m0", "Question\n".repeat(15)),
        answer("m2", "A paragraph.\n\n".repeat(60), { state: "streaming" }),
      ],
      view: { ...readyView, turn: { state: "running", messageId: "m2" } },
    }),
  });
  await page.getByText("A paragraph.").last().waitFor();
  const rows = "| 1 | 2 |\n".repeat(60);
  const posts = Array.from({ length: 10 }, (_, index) => [
    delta(
      `## Part ${index}\n\nSome **text** and \`code\`.\n\n- item\n- [link](https://example.com)\n\n`,
    ),
    delta(`\`\`\`ts\n${"const a = 1;\n".repeat(30)}\`\`\`\n\n`),
    delta(`| a | b |\n| - | - |\n${index === 0 ? rows : "| 1 | 2 |\n"}\n`),
  ]).flat();
  const { all, forced } = await layoutsDuring(page, () => page.evaluate(post, posts));
  await page.getByRole("heading", { name: "Part 9" }).waitFor();
  expect(all).toBeGreaterThanOrEqual(posts.length);
  // The table of 60 rows reads the widths of its columns once.
  expect(forced).toBeLessThanOrEqual(1);
});

test("a question leaves the messages above it alone; the buttons of a longer answer are off until it ends", async () => {
  const messages = Array.from({ length: 40 }, (_, index) => [
    userMessage(`q${index}`, "Question", { parentId: index === 0 ? null : `a${index - 1}` }),
    answer(`a${index}`, `Answer number ${index}.`, { parentId: `q${index}` }),
  ]).flat();
  const { page } = await openChat({ snapshot: snapshot({ messages }) });
  const host = hostOf(page);
  await expect.poll(() => page.getByText("Answer number 0.").count()).toBe(1);
  await page.evaluate(holdSeconds);
  const question = userMessage("q", "And now?", { parentId: "a39" });
  const coming = answer("m2", "", { parentId: "q", state: "streaming" });
  const styled = await elementsStyledDuring(page, async () => {
    await host.emit(
      { kind: "userMessageAdded", message: question },
      { kind: "answerStarted", message: coming },
    );
    await host.setView({ turn: { state: "running", messageId: "m2" } });
    await host.emit(delta("The first words"));
    await page.getByText("The first words").waitFor();
  });
  // With the buttons of all messages it would be over 400.
  expect(styled).toBeLessThan(150);
  await page.evaluate(() => globalThis.held.forEach((callback) => callback()));
  const again = page.locator("[data-message-id=a39]").getByRole("button", { name: "Regenerate" });
  await expect.poll(() => again.isDisabled()).toBe(true);
  await host.emit({ kind: "answerEnded", messageId: "m2", state: "complete" });
  await host.setView({ turn: { state: "idle" } });
  await expect.poll(() => again.isDisabled()).toBe(false);
});
