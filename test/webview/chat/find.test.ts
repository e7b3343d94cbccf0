import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import type { FindQuery, FindResult } from "../../../src/shared/calls/historyCalls.ts";
import type { Message } from "../../../src/shared/conversation/conversation.ts";
import { deferred } from "../../support/deferred.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";

const messages: readonly Message[] = Array.from({ length: 60 }, (_, index) =>
  index % 2 === 0
    ? userMessage(`m${index}`, `Question ${index} about the **timer**`)
    : answer(
        `m${index}`,
        `Answer ${index}: the **tim**er\n\n- timer one\n- two\n\n\`\`\`ts\nconst timer = 1;\n\`\`\``,
      ),
);

interface Params {
  readonly query: FindQuery;
  readonly drawn: readonly { readonly messageId: string; readonly text: string }[];
}

/** The host's part in the page: looks through what the page gives, and through the rest as it was written. */
async function open(
  all = messages,
  drawnLast = 20,
  options: Pick<OpenOptions, "late"> = {},
): Promise<Page> {
  const { page } = await openChat({
    ...options,
    snapshot: snapshot({ messages: all.slice(-drawnLast), hasEarlier: all.length > drawnLast }),
    earlier: all.slice(0, -drawnLast),
  });
  await page.getByRole("log").waitFor();
  await page.evaluate(
    (written) => {
      fakeHost.setAnswer("findInChat", (params: unknown): FindResult => {
        // Sound: this test's page sends nothing else.
        const { query, drawn } = params as Params;
        const texts = new Map(drawn.map(({ messageId, text }) => [messageId, text]));
        const found = written.flatMap(({ messageId, text }) => {
          const shown = texts.get(messageId);
          const ranges = [...(shown ?? text).matchAll(new RegExp(query.text, "giu"))].map(
            ({ index, 0: match }): [number, number] => [index, index + match.length],
          );
          return ranges.length === 0
            ? []
            : [{ messageId, count: ranges.length, ranges: shown === undefined ? [] : ranges }];
        });
        return { ok: true, messages: query.text === "" ? [] : found, isLimited: false };
      });
    },
    all.map((message) => ({ messageId: message.id, text: textOf(message) })),
  );
  return page;
}

test("a match in a folded part of an answer opens it", async () => {
  const page = await open([
    userMessage("m0", "Why?"),
    answer("m1", "<details>\n<summary>Log</summary>\n\nThe needle.\n\n</details>\n"),
  ]);
  await page.locator(".md-details").waitFor();
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find in chat" }).fill("needle");
  await expect.poll(() => page.getByText("The needle.").isVisible()).toBe(true);
});

test("code that was scrolled to show a match shows its beginning again when the find is closed", async () => {
  const wide = `\`\`\`ts\nconst line = "${"far ".repeat(80)}needle";\n\`\`\``;
  const page = await open([userMessage("m0", "Question"), answer("m1", wide)]);
  await page.locator(".md-code").waitFor();
  await page.keyboard.press("Control+F");
  await page.getByRole("textbox", { name: "Find in chat" }).fill("needle");
  await expect.poll(() => scrolledIn(page)).toBeGreaterThan(100);
  await page.keyboard.press("Escape");
  await expect.poll(() => scrolledIn(page)).toBe(0);
});

test("code that gets its colours while the find is open keeps its marks, and is scrolled to", async () => {
  const wide = `\`\`\`ts\nconst first = "needle";\nconst line = "${"far ".repeat(80)}needle";\n\`\`\``;
  const grammar = deferred<undefined>();
  const page = await open([userMessage("m0", "Question"), answer("m1", wide)], 20, {
    late: { files: "**/chunks/javascript-*", until: grammar.promise },
  });
  await page.keyboard.press("Control+F");
  await page.getByRole("textbox", { name: "Find in chat" }).fill("needle");
  const marks = ["needle", "needle"];
  await expect.poll(() => highlights(page, "ai-hub-find")).toEqual(marks);
  await page.evaluate(() => {
    for (const range of CSS.highlights.get("ai-hub-find") ?? []) {
      globalThis.markedBefore ??= range.startContainer;
    }
  });
  grammar.resolve(undefined);
  await expect.poll(() => page.evaluate(() => globalThis.markedBefore?.isConnected)).toBe(false);
  await page.keyboard.press("Enter");
  await expect.poll(() => scrolledIn(page)).toBeGreaterThan(100);
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...(CSS.highlights.get("ai-hub-find") ?? [])].map(
          ({ startContainer }) => startContainer.isConnected,
        ),
      ),
    )
    .toEqual([true, true]);
  await expect.poll(() => highlights(page, "ai-hub-find")).toEqual(marks);
});

declare global {
  // oxlint-disable-next-line no-var -- the only way to declare a global
  var markedBefore: Node | undefined;
}

const scrolledIn = (page: Page) =>
  page
    .locator(".md-code *")
    .evaluateAll((all) => Math.max(...all.map(({ scrollLeft }) => scrollLeft)));

function textOf(message: Message): string {
  return message.role === "user"
    ? message.text
    : message.parts.map((part) => ("text" in part ? part.text : "")).join("");
}

const highlights = (page: Page, name: string) =>
  page.evaluate((key) => {
    const ranges = [...(CSS.highlights.get(key) ?? [])];
    return ranges.map((range) => (range instanceof Range ? range.cloneContents().textContent : ""));
  }, name);

const count = (page: Page) => page.locator(".find-count").textContent();

test("Ctrl+F opens it, matches are counted and painted across what Markdown separates", async () => {
  const page = await open(messages.slice(0, 4), 4);
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find in chat" }).fill("timer");
  await expect.poll(() => count(page)).toMatch(/ of 8$/u);
  await expect
    .poll(() => highlights(page, "ai-hub-find"))
    .toEqual(Array.from({ length: 8 }, () => "timer"));
  await expect.poll(() => highlights(page, "ai-hub-find-current")).toEqual(["timer"]);
});

test("Enter, Shift+Enter and F3 step and go around; Escape gives the focus back and clears the paint", async () => {
  const page = await open(messages.slice(0, 2), 2);
  await page.getByRole("textbox", { name: "Message" }).focus();
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find in chat" }).fill("timer");
  await expect.poll(() => count(page)).toBe("1 of 4");
  await page.keyboard.press("Enter");
  await expect.poll(() => count(page)).toBe("2 of 4");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("Shift+Enter");
  await expect.poll(() => count(page)).toBe("4 of 4");
  await page.keyboard.press("F3");
  await expect.poll(() => count(page)).toBe("1 of 4");
  await page.keyboard.press("Escape");
  await page.getByRole("search").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Message");
});

test("a match in a message that is not loaded is loaded, drawn and scrolled to", async () => {
  const page = await open();
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find in chat" }).fill("Question 2 about");
  await expect.poll(() => count(page)).toBe("1 of 1");
  await expect.poll(() => highlights(page, "ai-hub-find-current")).toEqual(["Question 2 about"]);
  await expect
    .poll(() =>
      page.evaluate(() => {
        const box = document.querySelector("[data-message-id='m2']")?.getBoundingClientRect();
        return box !== undefined && box.bottom > 0 && box.top < innerHeight;
      }),
    )
    .toBe(true);
});

test("case, word and pattern are asked for by key, and a pattern that is none is said", async () => {
  const page = await open(messages.slice(0, 2), 2);
  const host = hostOf(page);
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find in chat" }).fill("(timer");
  await page.keyboard.press("Alt+c");
  await page.keyboard.press("Alt+w");
  await page.evaluate(() =>
    fakeHost.setAnswer("findInChat", () => ({ ok: false, reason: "pattern" })),
  );
  await page.keyboard.press("Alt+r");
  await expect.poll(() => count(page)).toBe("Not a pattern");
  await expect
    .poll(async () => (await host.calls("findInChat")).at(-1))
    .toMatchObject({
      query: { text: "(timer", isCaseSensitive: true, isWholeWord: true, isRegex: true },
    });
  await page.evaluate(() =>
    fakeHost.setAnswer("findInChat", () => ({ ok: false, reason: "slow" })),
  );
  await page.getByRole("button", { name: /Match case/u }).click();
  await expect.poll(() => count(page)).toBe("Takes too long");
});

test("text that streams in while the bar is open is found", async () => {
  const page = await open(
    [...messages.slice(0, 1), answer("m1", "One", { state: "streaming" })],
    2,
  );
  await page.evaluate(() =>
    fakeHost.setAnswer("findInChat", (params: unknown): FindResult => {
      // Sound: as above.
      const { drawn } = params as Params;
      const text = drawn.at(-1)?.text ?? "";
      const start = text.indexOf("needle");
      return {
        ok: true,
        isLimited: false,
        messages: start === -1 ? [] : [{ messageId: "m1", count: 1, ranges: [[start, start + 6]] }],
      };
    }),
  );
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find in chat" }).fill("needle");
  await expect.poll(() => count(page)).toBe("No matches");
  await hostOf(page).emit({ kind: "partDelta", messageId: "m1", part: "text", text: " needle" });
  await expect.poll(() => highlights(page, "ai-hub-find")).toEqual(["needle"]);
});
