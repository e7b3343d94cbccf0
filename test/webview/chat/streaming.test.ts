import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";
import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
}

async function open(options: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page } = await openChat({ snapshot: snapshot(), ...options });
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  return { page, host: hostOf(page) };
}

const running = { ...readyView, turn: { state: "running", messageId: "m2" } } as const;

const question: ChatEvent = { kind: "userMessageAdded", message: userMessage("m1", "Question") };
const started: ChatEvent = {
  kind: "answerStarted",
  message: answer("m2", "", { parentId: "m1", state: "streaming" }),
};
const delta = (text: string): ChatEvent => ({
  kind: "partDelta",
  messageId: "m2",
  part: "text",
  text,
});
const thought = (text: string): ChatEvent => ({
  kind: "partDelta",
  messageId: "m2",
  part: "reasoning",
  text,
});
const ended: ChatEvent = { kind: "answerEnded", messageId: "m2", state: "complete" };

/** A conversation that is higher than the view, with its last answer still coming. */
const long = snapshot({
  messages: [
    userMessage("m0", "Question\n".repeat(15)),
    answer("m2", "A paragraph.\n\n".repeat(60), { state: "streaming" }),
  ],
  view: running,
});

const article = (page: Page) => page.locator("article.assistant").last();
const drawn = (page: Page): Promise<string> => article(page).locator(".markdown").innerText();
const isAtEnd = (page: Page): Promise<boolean> =>
  page
    .locator(".scroller")
    .evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop < 2);

describe("an answer", () => {
  test("appears word by word and is complete only when that is said", async () => {
    const { page, host } = await open();
    await host.emit(question, started);
    await expect.poll(() => article(page).getAttribute("data-state")).toBe("streaming");
    await host.emit(delta("Some **bo"));
    await page.getByText("Some").waitFor();
    await host.emit(delta("ld** text."), ended);
    await expect.poll(() => article(page).getAttribute("data-state")).toBe("complete");
    await expect.poll(() => drawn(page)).toBe("Some bold text.");
  });

  test("is followed with one look at the layout for each time that it grew", async () => {
    const { page, host } = await open({ snapshot: long });
    await expect.poll(() => isAtEnd(page)).toBe(true);
    await page.evaluate(() => {
      const height = Object.getOwnPropertyDescriptor(Element.prototype, "scrollHeight");
      const top = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
      const counts = { looks: 0, moves: 0 };
      const log = document.querySelector(".scroller");
      Object.defineProperty(Element.prototype, "scrollHeight", {
        ...height,
        get() {
          counts.looks += this === log ? 1 : 0;
          return Number(height?.get?.call(this));
        },
      });
      Object.defineProperty(Element.prototype, "scrollTop", {
        ...top,
        set(value: number) {
          counts.moves += this === log ? 1 : 0;
          top?.set?.call(this, value);
        },
      });
      Object.assign(globalThis, { counts });
    });
    for (let index = 0; index < 20; index += 1) {
      await host.emit(delta(`Paragraph ${index}.\n\n`));
      await page.getByText(`Paragraph ${index}.`, { exact: true }).waitFor();
    }
    const { looks, moves } = await page.evaluate(
      () => (globalThis as unknown as { counts: { looks: number; moves: number } }).counts,
    );
    expect(moves).toBeGreaterThan(0);
    expect(looks).toBe(moves);
    await expect.poll(() => isAtEnd(page)).toBe(true);
  });

  test("that is finished has two listeners, however much is in it", async () => {
    const text =
      "[Link](https://example.com) and `src/a.ts`\n\n```ts\nlet a;\n```\n\n| a |\n| - |\n| b |\n";
    const { page } = await open({
      snapshot: snapshot({ messages: [userMessage("m1", "Question"), answer("m2", text)] }),
    });
    await article(page).locator(".md-table").waitFor();
    const session = await page.context().newCDPSession(page);
    const { result } = await session.send("Runtime.evaluate", {
      expression: "document.querySelector('article.assistant')",
    });
    const { listeners } = await session.send("DOMDebugger.getEventListeners", {
      objectId: result.objectId ?? "",
      depth: -1,
    });
    // Of its toolbar and of its button that copies.
    expect(listeners.map(({ type }) => type)).toEqual(["click", "click"]);
  });

  test("keeps committed nodes while more comes, so that a selection survives", async () => {
    const { page, host } = await open();
    await host.emit(question, started, delta("First paragraph.\n\nSecond"));
    await page.getByText("First paragraph.").evaluate((paragraph) => {
      paragraph.setAttribute("data-probe", "kept");
      getSelection()?.selectAllChildren(paragraph);
    });
    await host.emit(delta(" paragraph.\n\nThird."), ended);
    await page.getByText("Third.", { exact: true }).waitFor();
    await expect.poll(() => page.locator("[data-probe=kept]").count()).toBe(1);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("First paragraph.");
  });

  test("shows its reasoning while it comes, and how long it took", async () => {
    const { page, host } = await open();
    await host.emit(question, started, thought("Let me"));
    await page.getByRole("button", { name: "Thinking…" }).click();
    await host.emit(thought(" see."));
    await page.getByText("Let me see.").waitFor();
    await host.emit(delta("Done."), ended);
    await page.getByRole("button", { name: /^Thought for \d+\ss$/u }).waitFor();
  });

  test("that is continued goes on in the same place", async () => {
    const { page, host } = await open({
      snapshot: snapshot({
        messages: [
          userMessage("m1", "Question"),
          answer("m2", "The first ha", { state: "incomplete", failure: { kind: "truncated" } }),
        ],
      }),
    });
    await page.getByRole("alert").waitFor();
    await host.emit(
      { kind: "answerResumed", messageId: "m2", model: "gpt-x-large" },
      delta("lf."),
      ended,
    );
    await expect.poll(() => article(page).getAttribute("data-state")).toBe("complete");
    await expect.poll(() => drawn(page)).toBe("The first half.");
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("that is taken back leaves no word readable", async () => {
    const { page, host } = await open();
    await host.emit(question, started, delta("My CPF is 529.982.247-25."));
    await page.getByText("529.982.247-25").waitFor();
    await host.emit({
      kind: "answerEnded",
      messageId: "m2",
      state: "failed",
      failure: { kind: "dlp_response" },
    });
    await page.getByRole("alert").filter({ hasText: "withdrew the answer" }).waitFor();
    expect(await page.content()).not.toContain("529.982.247-25");
  });

  test("that is awaited is drawn anew for no other reason: what moves moves by a transform", async () => {
    const { page, host } = await open();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await host.emit(question, started);
    await page.locator(".progress").waitFor();
    const moved = await page.evaluate(() =>
      document
        .getAnimations()
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
        .flatMap((frame) => Object.keys(frame)),
    );
    const always = ["offset", "computedOffset", "easing", "composite"];
    expect(new Set(moved)).toEqual(new Set([...always, "transform"]));
  });

  test("that is silent for a minute says what came last, and can be stopped or asked again", async () => {
    const { page, host } = await open();
    await host.emit(question, started);
    const waiting = { kind: "waiting", since: Date.now() - 61_000, last: "head" } as const;
    await host.setView({ turn: { state: "running", messageId: "m2", progress: waiting } });
    await page.getByText("The hub took the request and has sent no text yet.").waitFor();
    const shown = page.getByRole("article").last();
    await shown.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => host.calls("stop")).toHaveLength(1);
    await shown.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => host.calls("regenerate")).toHaveLength(1);
    expect(await host.calls("stop")).toHaveLength(2);
  });

  test("that is silent for a minute after its first words goes on from there", async () => {
    const { page, host } = await open();
    await host.emit(question, started, delta("I look at the tests."));
    const waiting = { kind: "waiting", since: Date.now() - 61_000, last: "content" } as const;
    await host.setView({ turn: { state: "running", messageId: "m2", progress: waiting } });
    const shown = page.getByRole("article").last();
    await shown.getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => host.calls("continueAnswer")).toHaveLength(1);
    expect([await host.calls("stop"), await host.calls("regenerate")]).toMatchObject([[{}], []]);
  });

  test("that keeps the reader waiting says for how long, and why", async () => {
    const { page, host } = await open();
    await host.emit(question, started);
    await host.setView({
      turn: {
        state: "running",
        messageId: "m2",
        progress: { kind: "waiting", since: Date.now() - 12_000 },
      },
    });
    await page.getByText(/Waiting for the model, 1\d\ss/u).waitFor();
    await host.setView({
      turn: {
        state: "running",
        messageId: "m2",
        progress: {
          kind: "retrying",
          attempt: 2,
          at: Date.now() + 30_000,
          failure: { kind: "overloaded" },
        },
      },
    });
    const text = page
      .getByRole("article")
      .last()
      .getByText(/Trying again/u);
    const reason = /The hub is overloaded right now\. Trying again in \d+\ss \(attempt 2\)/u;
    await expect.poll(() => text.textContent()).toMatch(reason);
    // A screen reader hears it once: what is spoken does not count down.
    const spoken = page.locator(".chat > [role=status]");
    await expect.poll(() => spoken.textContent()).toMatch(reason);
    const first = await spoken.textContent();
    const shown = await text.textContent();
    await expect.poll(() => text.textContent()).not.toBe(shown);
    expect(await spoken.textContent()).toBe(first);
  });
});

describe("following", () => {
  test("the end is kept in view while the reader is there", async () => {
    const { page, host } = await open({ snapshot: long });
    await expect.poll(() => isAtEnd(page)).toBe(true);
    await host.emit(delta("More.\n\n".repeat(40)));
    await page.getByText("More.").last().waitFor();
    await expect.poll(() => isAtEnd(page)).toBe(true);
  });

  test("a reader who went back stays there, and can jump to the latest", async () => {
    const { page, host } = await open({ snapshot: long });
    await expect.poll(() => isAtEnd(page)).toBe(true);
    await page.locator(".scroller").hover();
    await page.mouse.wheel(0, -300);
    const jump = page.getByRole("button", { name: "Jump to latest" });
    await jump.waitFor();
    const top = await page.locator(".scroller").evaluate((log) => log.scrollTop);
    await host.emit(delta("More.\n\n".repeat(40)));
    await page.getByText("More.").last().waitFor();
    expect(await page.locator(".scroller").evaluate((log) => log.scrollTop)).toBe(top);
    await jump.click();
    await expect.poll(() => isAtEnd(page)).toBe(true);
    await jump.waitFor({ state: "detached" });
    await host.emit(delta("End.\n\n".repeat(40)));
    await page.getByText("End.").last().waitFor();
    await expect.poll(() => isAtEnd(page)).toBe(true);
  });
});
