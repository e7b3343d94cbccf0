import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import type { Queue } from "../../../src/shared/calls/turnsCalls.ts";
import type { AttachmentInfo } from "../../../src/shared/conversation.ts";
import { readImage } from "../../../src/shared/image.ts";
import {
  answer,
  model,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import { ChatBrowser, type OpenOptions } from "../../support/fakeHost/chatBrowser.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";
import type { ThemeName } from "../../support/fakeHost/themes.ts";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const folder = join(root, "test-results", "webview");

let browser: ChatBrowser;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await ChatBrowser.start();
});
afterAll(() => browser.stop());

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
  readonly problems: string[];
}

async function open(options: OpenOptions): Promise<Opened> {
  const { page, problems } = await browser.open(options);
  await page.getByRole("textbox", { name: /Message|Mensagem/u }).waitFor();
  return { page, host: hostOf(page), problems };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

const running = {
  ...readyView,
  turn: { state: "running", messageId: "m2" },
} as const;

const streaming = snapshot({
  messages: [
    userMessage("m1", "Question"),
    answer("m2", "Half an", { parentId: "m1", state: "streaming" }),
  ],
  view: running,
});

const answered = snapshot({
  messages: [userMessage("m1", "Question"), answer("m2", "Some *words* to quote.\n\nMore.")],
});

const models = [model("alpha"), model("beta"), model("gamma"), model("delta")];

const queueOf = (...texts: readonly string[]): Queue => ({
  conversationId: "c1",
  messages: texts.map((text, index) => ({
    id: `q${index}`,
    text,
    attachments: [],
    model: index === 1 ? "alpha" : "gpt-x-large",
  })),
});

const compared = (more: { readonly isWide?: boolean } = {}): OpenOptions => ({
  ...(more.isWide === true && { width: 1000, place: "editor" }),
  snapshot: snapshot({
    messages: [
      userMessage("m1", "Why does this test hang?"),
      ...["alpha", "beta", "gamma"].map((name, index) =>
        answer(
          `a${index}`,
          index === 2
            ? ""
            : `The answer of **${name}**: the timer is never cleared.\n\n\`\`\`ts\nclearTimeout(timer);\n\`\`\``,
          {
            parentId: "m1",
            model: name,
            comparisonId: "cmp",
            usage: { inputTokens: 1200, outputTokens: 90, cost: "0.004", currency: "BRL" },
            firstTextMs: 620,
            durationMs: 2400,
            ...(index === 2 && { state: "failed", failure: { kind: "overloaded" } }),
          },
        ),
      ),
    ],
    branches: {
      a0: { index: 0, count: 3 },
      a1: { index: 1, count: 3 },
      a2: { index: 2, count: 3 },
    },
  }),
});

/** A PNG of one colour with a see-through stripe, as a browser can draw it. */
function png(width: number, height: number): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, (_, x) => Buffer.from([40, 120, 200, x % 8 === 0 ? 0 : 255])),
  ]);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

function crc(bytes: Buffer): number {
  let value = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      value = (value >>> 1) ^ (value & 1 ? 0xed_b8_83_20 : 0);
    }
  }
  return ~value >>> 0;
}

const picture = (id: string, more: Partial<AttachmentInfo> = {}): AttachmentInfo => ({
  id,
  kind: "image",
  name: "error.png",
  path: "error.png",
  languageId: "",
  size: 48_000,
  mimeType: "image/png",
  width: 640,
  height: 360,
  ...more,
});

const smallPng = { image: { mimeType: "image/png", base64: png(64, 36).toString("base64") } };

async function paste(page: Page, file: { name: string; type: string; bytes: Buffer }) {
  await page.evaluate(
    ([name, type, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type }));
      document
        .querySelector(".message-field")
        ?.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        );
    },
    [file.name, file.type, file.bytes.toString("base64")] as const,
  );
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const { violations: found } = await page.evaluate(
    // The policy of the page keeps scripts out; the browser's own evaluation is not bound by it.
    () => (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

describe("while an answer runs", () => {
  test("a message is queued with Enter or its button, and the draft goes", async () => {
    const { page, host } = await open({ snapshot: streaming });
    expect(await button(page, "Queue message").count()).toBe(0);
    await field(page).fill("next");
    await button(page, "Queue message").click();
    await expect.poll(() => field(page).inputValue()).toBe("");
    await field(page).fill("and then");
    await field(page).press("Enter");
    await expect.poll(() => host.calls("queueMessage")).toHaveLength(2);
    expect(await host.calls("queueMessage")).toMatchObject([
      { conversationId: "c1", text: "next" },
      { conversationId: "c1", text: "and then" },
    ]);
    expect(await host.calls("sendMessage")).toEqual([]);
    expect(await button(page, "Stop").isVisible()).toBe(true);
  });

  test("what waits is listed in order and can be moved, edited, sent now and removed", async () => {
    const { page, host } = await open({ snapshot: streaming });
    await host.tell("showQueue", queueOf("first", "second", "third"));
    const items = page.getByRole("region", { name: "Queue" }).getByRole("listitem");
    await expect.poll(() => items.count()).toBe(3);
    expect(await items.nth(1).innerText()).toContain("second");
    expect(await items.nth(1).innerText()).toContain("for alpha");
    const second = items.nth(1);
    expect(await items.nth(0).getByRole("button", { name: "Move up" }).isDisabled()).toBe(true);
    expect(await items.nth(2).getByRole("button", { name: "Move down" }).isDisabled()).toBe(true);
    await second.getByRole("button", { name: "Move up" }).click();
    await second.getByRole("button", { name: "Stop and send now" }).click();
    await second.getByRole("button", { name: "Remove from the queue" }).click();
    await second.getByRole("button", { name: "Edit queued message" }).click();
    const editor = page.getByRole("textbox", { name: "Edit queued message" });
    await editor.fill("changed");
    await editor.press("Enter");
    await expect.poll(() => host.calls("editQueued")).toHaveLength(1);
    expect({
      moved: await host.calls("moveQueued"),
      sent: await host.calls("sendQueued"),
      removed: await host.calls("removeQueued"),
      edited: await host.calls("editQueued"),
    }).toEqual({
      moved: [{ conversationId: "c1", id: "q1", index: 0 }],
      sent: [{ conversationId: "c1", id: "q1" }],
      removed: [{ conversationId: "c1", id: "q1" }],
      edited: [{ conversationId: "c1", id: "q1", text: "changed" }],
    });
    expect(await violations(page)).toEqual([]);
  });
});

test("a paused queue says why and goes on when the person says so", async () => {
  const { page, host } = await open({ snapshot: answered });
  await host.tell("showQueue", { ...queueOf("first"), pause: "failed" });
  const queue = page.getByRole("region", { name: "Queue" });
  await expect.poll(() => queue.getByRole("status").innerText()).toContain("not complete");
  await button(page, "Send the next one").click();
  await expect.poll(() => host.calls("resumeQueue")).toEqual([{ conversationId: "c1" }]);
  await host.tell("showQueue", { conversationId: "c1", messages: [] });
  await queue.waitFor({ state: "detached" });
});

test("the queue of another conversation is not shown", async () => {
  const { page, host } = await open({ snapshot: answered });
  await host.tell("showQueue", { ...queueOf("first"), conversationId: "c2" });
  await host.tell("showQueue", { ...queueOf("first"), conversationId: "c1" });
  await page.getByRole("region", { name: "Queue" }).waitFor();
  await host.tell("showQueue", { ...queueOf("first"), conversationId: "c2" });
  await page.getByRole("region", { name: "Queue" }).waitFor({ state: "detached" });
});

describe("asking again", () => {
  test("with another model is a list with a search field, all by keyboard", async () => {
    const { page, host } = await open({ snapshot: answered, models });
    await button(page, "Regenerate with another model").focus();
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

  test("is left with Escape, and the focus is where it was", async () => {
    const { page, host } = await open({ snapshot: answered, models });
    await button(page, "Regenerate with another model").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Search", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const name = page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    expect(await name).toBe("Regenerate with another model");
    expect(await host.calls("regenerateWith")).toEqual([]);
  });

  test("of two or three models compares them, and a fourth takes the place of the third", async () => {
    const { page, host } = await open({ snapshot: answered, models });
    await button(page, "Compare models").click();
    const start = page.getByRole("button", { name: /^Compare \d/u });
    await page.getByRole("option", { name: /alpha/u }).click();
    expect(await start.isDisabled()).toBe(true);
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
    expect(await button(page, "Send to several models").count()).toBe(0);
    await field(page).fill("Question");
    await button(page, "Send to several models").click();
    await page.getByRole("option", { name: /alpha/u }).click();
    await page.getByRole("option", { name: /beta/u }).click();
    await button(page, "Compare 2 models").click();
    await expect
      .poll(() => host.calls("sendToCompare"))
      .toMatchObject([{ conversationId: "c1", text: "Question", models: ["alpha", "beta"] }]);
    await expect.poll(() => field(page).inputValue()).toBe("");
  });
});

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
    expect(await group.getByRole("article", { name: "beta" }).innerText()).toContain("Two");
  });
});

describe("a quote", () => {
  async function selectAnswer(page: Page): Promise<void> {
    await page.locator(".message.assistant .markdown p").first().waitFor();
    await page.evaluate(() => {
      const paragraph = document.querySelector(".message.assistant .markdown p");
      if (paragraph) {
        document.getSelection()?.selectAllChildren(paragraph);
      }
    });
  }

  test("of selected words goes into the message by its button, behind what was typed", async () => {
    const { page } = await open({ snapshot: answered });
    await field(page).fill("As you said:");
    await selectAnswer(page);
    await button(page, "Quote").click();
    expect(await field(page).inputValue()).toBe("As you said:\n\n> Some words to quote.\n\n");
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("message-field");
    await button(page, "Quote").waitFor({ state: "detached" });
  });

  test("and by its key", async () => {
    const { page } = await open({ snapshot: answered });
    await selectAnswer(page);
    await page.keyboard.press("Alt+q");
    expect(await field(page).inputValue()).toBe("> Some words to quote.\n\n");
  });

  test("is not offered for what is no answer", async () => {
    const { page } = await open({ snapshot: answered });
    await selectAnswer(page);
    await button(page, "Quote").waitFor();
    await page.evaluate(() => {
      const own = document.querySelector(".message.user .plain-text");
      if (own) {
        document.getSelection()?.selectAllChildren(own);
      }
    });
    await button(page, "Quote").waitFor({ state: "detached" });
  });
});

test("a conversation is forked from an answer or a question", async () => {
  const { page, host } = await open({ snapshot: answered });
  await page.getByRole("article", { name: "You" }).getByRole("button", { name: "Fork" }).click();
  await page
    .getByRole("article", { name: "gpt-x-large" })
    .getByRole("button", { name: "Fork" })
    .click();
  await expect
    .poll(() => host.calls("forkConversation"))
    .toEqual([
      { conversationId: "c1", messageId: "m1" },
      { conversationId: "c1", messageId: "m2" },
    ]);
});

describe("images", () => {
  test("are pasted as they are and shown small, and large on demand", async () => {
    const { page, host, problems } = await open({
      snapshot: snapshot(),
      results: { addImage: {}, readImage: smallPng },
    });
    const bytes = png(64, 36);
    await paste(page, { name: "error.png", type: "image/png", bytes });
    await expect
      .poll(() => host.calls("addImage"))
      .toEqual([{ name: "error.png", base64: bytes.toString("base64") }]);
    await host.setView({ attachments: [picture("p1")] });
    const thumbnail = page.getByRole("list", { name: "Context" }).locator("img");
    await expect
      .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(64);
    expect(await thumbnail.getAttribute("src")).toMatch(/^blob:/u);
    await button(page, "Show error.png").click();
    const dialog = page.getByRole("dialog");
    await expect
      .poll(() => dialog.locator("img").evaluate((image: HTMLImageElement) => image.naturalHeight))
      .toBe(36);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  test("that are large are drawn smaller before they leave the page, see-through parts kept", async () => {
    const { page, host } = await open({ snapshot: snapshot(), results: { addImage: {} } });
    await paste(page, { name: "wide.png", type: "image/png", bytes: png(3000, 100) });
    await expect.poll(() => host.calls("addImage")).toHaveLength(1);
    const [{ base64 }] = (await host.calls("addImage")) as [{ base64: string }];
    expect(readImage(Buffer.from(base64, "base64"))).toMatchObject({
      mimeType: "image/webp",
      width: 2048,
      height: 68,
    });
  });

  test("that are none are refused with a sentence, and nothing is sent to the host", async () => {
    const { page, host } = await open({ snapshot: snapshot() });
    const bytes = Buffer.from("<svg onload='alert(1)'/>");
    await paste(page, { name: "evil.svg", type: "image/svg+xml", bytes });
    await page.getByText("evil.svg is not an image that models take").waitFor();
    expect(await host.calls("addImage")).toEqual([]);
  });

  test("the host has the last word", async () => {
    const { page } = await open({
      snapshot: snapshot(),
      results: { addImage: { problem: "tooMany" } },
    });
    await paste(page, { name: "", type: "image/png", bytes: png(8, 8) });
    await page.getByText("cannot hold more attachments").waitFor();
  });

  test("whose content is none are not shown, whatever the stored type says", async () => {
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64");
    const { page, host, problems } = await open({
      snapshot: snapshot({ view: { ...readyView, attachments: [picture("p1")] } }),
      results: { readImage: { image: { mimeType: "image/png", base64: svg } } },
    });
    await expect.poll(() => host.calls("readImage")).toEqual([{ id: "p1" }]);
    await button(page, "Show error.png").waitFor();
    expect(await page.locator("img").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("a model that takes none is named before sending, with those that do", async () => {
    const { page, host } = await open({
      snapshot: snapshot({ view: { ...readyView, attachments: [picture("p1")] } }),
      results: { readImage: smallPng },
    });
    await host.tell("showImageModels", {
      takesImages: false,
      others: [{ id: "seer", name: "Seer" }],
    });
    await page.getByText("gpt-x-large does not take images.").waitFor();
    await field(page).fill("What is it?");
    await field(page).press("Enter");
    expect(await button(page, "Send").isDisabled()).toBe(true);
    await button(page, "Use Seer").click();
    await expect.poll(() => host.calls("selectModel")).toEqual([{ id: "seer" }]);
    expect(await host.calls("sendMessage")).toEqual([]);
    await host.tell("showImageModels", { takesImages: true, others: [] });
    await page.getByText("does not take images").waitFor({ state: "detached" });
    await field(page).press("Enter");
    await expect.poll(() => host.calls("sendMessage")).toHaveLength(1);
  });
});

describe("an answer", () => {
  test("says everything that is known of it, and what the hub did not report", async () => {
    const { page } = await open({
      snapshot: snapshot({
        messages: [
          userMessage("m1", "Question"),
          answer("m2", "Text.", {
            answeredBy: "gpt-x-large-2026",
            requestId: "req_1",
            usage: { inputTokens: 12_400, outputTokens: 380, cachedTokens: 1000 },
            firstTextMs: 620,
            durationMs: 4420,
            finishReason: "stop",
          }),
        ],
      }),
    });
    const details = button(page, "Details of the answer");
    await details.focus();
    expect(await details.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    const group = page.getByRole("group", { name: "Details of the answer" });
    const rows = await group
      .locator("dl > div")
      .evaluateAll((all) => all.map((row) => row.textContent?.replaceAll("\u00a0", " ")));
    expect(rows).toEqual([
      "Model askedgpt-x-large",
      "Model that answeredgpt-x-large-2026",
      "Tokens sent12,400",
      "of these from the cache1,000",
      "Tokens received380",
      "Costnot reported",
      "Request IDreq_1",
      "Until the first text0.6 s",
      "In all4.4 s",
      "Speed100 tokens/s",
      "Ended withstop",
    ]);
    expect(await violations(page)).toEqual([]);
  });

  test("that reasoned says for how long, also when it is opened again later", async () => {
    const { page } = await open({
      snapshot: snapshot({
        messages: [
          userMessage("m1", "Question"),
          answer("m2", "", {
            parts: [
              { kind: "reasoning", text: "Hm." },
              { kind: "text", text: "Text." },
            ],
            reasoningMs: 6200,
          }),
        ],
      }),
    });
    const line = page.getByRole("button", { name: /Thought for 6/u });
    expect(await line.getAttribute("aria-expanded")).toBe("false");
    await line.click();
    await page.getByRole("group", { name: "Reasoning" }).getByText("Hm.").waitFor();
  });
});

const themes: readonly ThemeName[] = ["dark", "light", "hc-dark", "hc-light"];

describe("screenshots", () => {
  test.each(themes)("in %s", async (theme) => {
    const { page, host } = await open({
      ...compared({ isWide: true }),
      theme,
      results: { readImage: smallPng },
    });
    await host.tell("showQueue", {
      ...queueOf("Then write a test for it", "And the docs"),
      pause: "undecided",
    });
    await host.setView({ attachments: [picture("p1")] });
    await page.locator(".thumbnail img").waitFor();
    await page.screenshot({ path: join(folder, `turns-wide-${theme}.png`) });
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    ["en", 250],
    ["pt-br", 320],
  ] as const)("narrow, in %s", async (locale, width) => {
    const { page, host } = await open({
      snapshot: { ...streaming, view: { ...running, attachments: [picture("p1")] } },
      locale,
      width,
      models,
      results: { readImage: smallPng },
    });
    await host.tell("showQueue", queueOf("Then write a test for it, please", "And the docs"));
    await host.tell("showImageModels", {
      takesImages: false,
      others: [{ id: "seer", name: "Seer" }],
    });
    await page.locator(".thumbnail img").waitFor();
    await page.locator(".message-field").fill("typed");
    await page.screenshot({ path: join(folder, `turns-narrow-${locale}.png`) });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test("the list of models to compare", async () => {
    const { page } = await open({ snapshot: answered, models });
    await page.getByRole("article", { name: "gpt-x-large" }).hover();
    await button(page, "Details of the answer").click();
    await button(page, "Compare models").click();
    await page.getByRole("option", { name: /alpha/u }).click();
    await page.getByRole("option", { name: /beta/u }).click();
    await page.screenshot({ path: join(folder, "turns-compare-menu.png") });
    expect(await page.getByRole("option", { selected: true }).count()).toBe(2);
  });
});
