import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import type { SentMark, SentValues } from "../../../src/shared/calls/protectionCalls.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { ChatBrowser, type OpenOptions } from "../../support/fakeHost/chatBrowser.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";

const cpf = "529.982.247-25";
const email = "maria.souza@acme.com.br";
const text = `The customer with CPF ${cpf} wrote from ${email}.\nWhy does the import fail?`;
const folder = join(root, "test-results", "webview");

let browser: ChatBrowser;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await ChatBrowser.start();
});
afterAll(() => browser.stop());

function markAt(value: string, more: Partial<SentMark>): SentMark {
  const start = text.indexOf(value);
  return { kind: "cpf", start, end: start + value.length, shown: "", how: "clear", ...more };
}

const sent: SentValues = {
  marks: [
    markAt(cpf, { shown: "***.***.247-25", how: "masked", as: "[CPF_1]" }),
    markAt(email, { kind: "email", shown: "m***@acme.com.br" }),
  ],
  masked: 3,
  clear: 1,
  attached: 2,
};

const left = { masked: { h1: "[CPF_1]" }, clear: ["h2"] };
const messages = [
  userMessage("m1", text),
  answer("m2", "A row has no CPF.", { parentId: "m1", left }),
];

function open(options: Partial<OpenOptions> = {}) {
  return browser.open({
    snapshot: snapshot({ messages }),
    results: { sentValues: sent },
    ...options,
  });
}

test("what left masked and what left as it is are marked, with their words", async () => {
  const { page, problems } = await open();
  const question = page.getByRole("article", { name: "You" });
  const marks = question.locator("mark");
  await expect.poll(() => marks.allTextContents()).toEqual([cpf, email]);
  await expect.poll(() => marks.first().getAttribute("title")).toBe("CPF: sent masked as [CPF_1]");
  await expect.poll(() => marks.last().getAttribute("title")).toBe("E-mail address: sent as typed");
  await question
    .getByText("Sent to the hub: 3 values masked, 1 value as typed (2 in what was attached)")
    .waitFor();
  const note = await question.getAttribute("aria-describedby");
  await expect
    .poll(() => page.locator(`[id="${note}"]`).textContent())
    .toContain(
      "CPF ***.***.247-25 sent masked as [CPF_1]. E-mail address m***@acme.com.br sent as typed",
    );
  await expect.poll(() => question.locator(".plain-text").textContent()).toBe(text);
  expect(problems).toEqual([]);
  await page.context().close();
});

test("without a record of an answer the host is not asked, and nothing is claimed", async () => {
  const { page } = await open({
    snapshot: snapshot({
      messages: [userMessage("m1", text), answer("m2", "Hi", { parentId: "m1" })],
    }),
  });
  await page.getByRole("article", { name: "You" }).waitFor();
  expect(await hostOf(page).calls("sentValues")).toEqual([]);
  const event = { kind: "valuesLeft", messageId: "m2", left } as const;
  await hostOf(page).tell("showEvents", { conversationId: "c1", seq: 1, events: [event] });
  await page.locator("mark").first().waitFor();
  expect(await hostOf(page).calls("sentValues")).toEqual([
    { conversationId: "c1", messageId: "m1" },
  ]);
  await page.context().close();
});

test("a searched text is found across the marks, and a refused value is painted in a marked message", async () => {
  const { page } = await open({
    snapshot: snapshot({
      messages: [
        ...messages,
        userMessage("m3", "And now?", { parentId: "m2" }),
        answer("m4", "", { parentId: "m3", state: "failed", failure: { kind: "dlp_request" } }),
      ],
    }),
    results: {
      sentValues: sent,
      checkMessage: {
        mode: "warn",
        values: [
          {
            id: "h2",
            kind: "email",
            certainty: "certain",
            shown: "m***@acme.com.br",
            place: {
              where: "message",
              messageId: "m1",
              start: text.indexOf(email),
              end: text.indexOf(email) + email.length,
            },
          },
        ],
        total: 1,
        undecided: 1,
      },
    },
  });
  await page.locator("mark").first().waitFor();
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get("hub-sensitive") ?? [])].map(String)))
    .toEqual([email]);
  await page.context().close();
});

test.each(["light", "dark", "hc-dark", "hc-light"] as const)(
  "it is legible in %s",
  async (theme) => {
    for (const width of [250, 900]) {
      for (const locale of ["en", "pt-br"] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one page at a time
        const { page } = await open({ theme, width, locale, height: 420 });
        // oxlint-disable-next-line no-await-in-loop -- one page at a time
        await page.locator("mark").first().waitFor();
        const name = `sent-values-${theme}-${width}-${locale}.png`;
        // oxlint-disable-next-line no-await-in-loop -- one page at a time
        await page.screenshot({ path: join(folder, name) });
        // oxlint-disable-next-line no-await-in-loop -- one page at a time
        await page.context().close();
      }
    }
  },
);
