import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import type { SensitiveReport } from "../../../src/shared/calls/protectionCalls.ts";
import type { SensitiveValue } from "../../../src/shared/protection.ts";
import {
  answer,
  attachment,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import { ChatBrowser, type OpenOptions } from "../../support/fakeHost/chatBrowser.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";
import type { ThemeName } from "../../support/fakeHost/themes.ts";

const folder = join(root, "test-results", "webview");

let browser: ChatBrowser;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await ChatBrowser.start();
});
afterAll(() => browser.stop());

const cpf = "529.982.247-25";
const card = "4111 1111 1111 1111";
const text = `The customer with CPF ${cpf} paid with ${card}.\nWhy does the import fail?`;

const message = (page: Page) => page.getByRole("textbox", { name: /^(Message|Mensagem)$/u });

function valueAt(
  place: SensitiveValue["place"],
  more: Partial<SensitiveValue> = {},
): SensitiveValue {
  return {
    id: "h1",
    kind: "cpf",
    certainty: "certain",
    shown: "***.***.247-25",
    place,
    ...more,
  };
}

const start = text.indexOf(cpf);
const inText = valueAt({ where: "draft", start, end: start + cpf.length });
const testNumber = valueAt(
  { where: "draft", start: text.indexOf(card), end: text.indexOf(card) + card.length },
  { id: "h2", kind: "card", certainty: "possible", shown: "**** **** **** 1111" },
);
const inFile = valueAt(
  { where: "attachment", attachmentId: "a1", name: "clientes.csv", line: 12 },
  { id: "h3", kind: "email", shown: "m***@acme.com.br" },
);

function report(more: Partial<SensitiveReport> = {}): SensitiveReport {
  const values = [inText, testNumber, inFile];
  return { mode: "warn", values, total: 3, undecided: 2, ...more };
}

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
  readonly problems: string[];
}

/** A page with the draft above, of which the host has found the three values. */
async function openWithFindings(
  options: Partial<OpenOptions> = {},
  shown: SensitiveReport = report(),
): Promise<Opened> {
  const { page, problems } = await browser.open({
    snapshot: snapshot({
      draft: text,
      draftVersion: 1,
      view: {
        ...readyView,
        attachments: [
          attachment("a1", {
            kind: "file",
            name: "clientes.csv",
            path: "data/clientes.csv",
            startLine: undefined,
            endLine: undefined,
          }),
        ],
      },
    }),
    ...options,
  });
  const host = hostOf(page);
  await message(page).waitFor();
  await expect.poll(() => message(page).inputValue()).toBe(text);
  await host.setResult("checkDraft", {
    isCurrent: true,
    report: { ...shown, draftVersion: 1 },
  });
  await host.tell("showSensitive", {
    conversationId: "c1",
    report: { ...shown, draftVersion: 1 },
  });
  return { page, host, problems };
}

const marked = (page: Page) => page.locator(".draft-marks mark");

describe("while a message is written", () => {
  test("what is found is marked in the text, and a number for trying out more calmly", async () => {
    const { page } = await openWithFindings();
    await expect.poll(() => marked(page).allTextContents()).toEqual([cpf, card]);
    expect(await marked(page).last().getAttribute("class")).toBe("calm");
  });

  test("the layer lies exactly over the text, also when it scrolls", async () => {
    const { page } = await openWithFindings({ width: 250 });
    await marked(page).first().waitFor();
    const places = () =>
      page.evaluate(() => {
        const layer = document.querySelector(".draft-marks");
        const field = document.querySelector("textarea");
        const box = layer?.getBoundingClientRect();
        const own = field?.getBoundingClientRect();
        return {
          offset: [(box?.left ?? 0) - (own?.left ?? 1), (box?.top ?? 0) - (own?.top ?? 1)],
          sizes: [(layer?.scrollHeight ?? 0) - (field?.scrollHeight ?? 1)],
          scroll: (layer?.scrollTop ?? 0) - (field?.scrollTop ?? 1),
        };
      });
    expect(await places()).toEqual({ offset: [0, 0], sizes: [0], scroll: 0 });
    await message(page).press("Control+End");
    await page.keyboard.insertText("\nmore".repeat(12));
    await expect.poll(places).toEqual({ offset: [0, 0], sizes: [0], scroll: 0 });
  });

  test("marks move with the text, and one that is typed into goes away", async () => {
    const { page } = await openWithFindings();
    await marked(page).first().waitFor();
    await message(page).press("Control+Home");
    await message(page).pressSequentially("Well: ");
    await expect.poll(() => marked(page).allTextContents()).toEqual([cpf, card]);
    await message(page).evaluate((field, at) => {
      (field as HTMLTextAreaElement).setSelectionRange(at, at);
    }, start + 8);
    await message(page).press("x");
    await expect.poll(() => marked(page).allTextContents()).toEqual([card]);
  });

  test("a chip opens the list: what it is, where, masked, and what can be done", async () => {
    const { page, host } = await openWithFindings();
    await page.getByRole("button", { name: "3 findings" }).click();
    const rows = page.getByRole("list", { name: "Sensitive data" }).getByRole("listitem");
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/CPF \*\*\*\.\*\*\*\.247-25\s+in your message/u),
        expect.stringMatching(/Card number .*1111\s+in your message · maybe, or a test number/u),
        expect.stringMatching(/E-mail address m\*\*\*@acme\.com\.br\s+clientes\.csv, line 12/u),
      ]);
    await rows.last().getByRole("button", { name: "Allow in this chat" }).click();
    await expect
      .poll(() => host.calls("decideValue"))
      .toEqual([{ conversationId: "c1", id: "h3", decision: "allow" }]);
    await rows
      .first()
      .getByRole("button", { name: /^Go to/u })
      .click();
    const selected = await message(page).evaluate((field) => {
      const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
    expect(selected).toBe(cpf);
  });

  test("masking in the text can be undone", async () => {
    const { page } = await openWithFindings();
    await page.getByRole("button", { name: "3 findings" }).click();
    await page.getByRole("button", { name: "Mask in the text" }).first().click();
    expect(await message(page).inputValue()).toBe(text.replace(cpf, "***.***.***-**"));
    await message(page).press("Control+z");
    expect(await message(page).inputValue()).toBe(text);
  });

  test("an attachment says how much is in it", async () => {
    const { page } = await openWithFindings();
    await page
      .getByRole("list", { name: "Context" })
      .getByRole("button", { name: /clientes\.csv.*Sensitive data: 1 finding/u })
      .waitFor();
  });

  test("what is found in another chat is not shown", async () => {
    const { page, host } = await openWithFindings(
      {},
      report({ values: [], total: 0, undecided: 0 }),
    );
    await host.tell("showSensitive", {
      conversationId: "other",
      report: { ...report(), draftVersion: 1 },
    });
    await page.waitForFunction(() => document.querySelector(".sensitive") === null);
    expect(await marked(page).count()).toBe(0);
  });
});

describe("sending what holds sensitive data", () => {
  test("asks first: Enter again masks and sends", async () => {
    const { page, host } = await openWithFindings();
    await message(page).press("Enter");
    const mask = page.getByRole("button", { name: "Mask and send" });
    await expect
      .poll(() => mask.evaluate((button) => button === document.activeElement))
      .toBe(true);
    expect(await page.getByRole("alert").innerText()).toContain("1 × CPF and 1 × E-mail address");
    expect(await host.calls("sendMessage")).toEqual([]);
    await host.setResult("checkDraft", {
      isCurrent: true,
      report: { ...report({ undecided: 0 }), draftVersion: 1 },
    });
    await page.keyboard.press("Enter");
    await expect
      .poll(() => host.calls("decideAll"))
      .toEqual([{ conversationId: "c1", decision: "mask" }]);
    await expect.poll(() => host.calls("sendMessage")).toMatchObject([{ text }]);
  });

  test("Escape goes back to the text, which stays", async () => {
    const { page, host } = await openWithFindings();
    await message(page).press("Enter");
    await page.getByRole("button", { name: "Send anyway" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await message(page).inputValue()).toBe(text);
    expect(await message(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await host.calls("sendMessage")).toEqual([]);
  });

  test("in mode mask nothing is asked", async () => {
    const { page, host } = await openWithFindings({}, report({ mode: "mask", undecided: 0 }));
    await page.getByRole("button", { name: "3 values leave masked" }).waitFor();
    await message(page).press("Enter");
    await expect.poll(() => host.calls("sendMessage")).toMatchObject([{ text }]);
  });

  test("a host that does not answer holds nothing up: it looks again itself", async () => {
    const { page, host } = await openWithFindings(
      {},
      report({ values: [], total: 0, undecided: 0 }),
    );
    await host.setResult("checkDraft", { nonsense: true });
    await message(page).press("Enter");
    await expect.poll(() => host.calls("sendMessage")).toMatchObject([{ text }]);
  });
});

const blocked = [
  userMessage("m1", text),
  answer("m2", "", {
    parentId: "m1",
    state: "failed",
    failure: { kind: "dlp_request", dlpFindings: [{ type: "cpf", count: 1 }] },
  }),
];
const inMessage = valueAt({
  where: "message",
  messageId: "m1",
  start,
  end: start + cpf.length,
});

async function openBlocked(options: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page, problems } = await browser.open({
    snapshot: snapshot({ messages: blocked }),
    results: { checkMessage: { mode: "warn", values: [inMessage], total: 1, undecided: 1 } },
    ...options,
  });
  return { page, host: hostOf(page), problems };
}

describe("a message that the hub blocked", () => {
  test("shows the place, and goes again masked or without it", async () => {
    const { page, host } = await openBlocked();
    await page.getByRole("button", { name: "Remove and send again" }).waitFor();
    const painted = await page.evaluate(() =>
      Array.from(CSS.highlights.get("hub-sensitive") ?? [], String),
    );
    expect(painted).toEqual([cpf]);
    await page.getByRole("button", { name: "Mask and send again" }).click();
    await expect
      .poll(() => host.calls("decideAll"))
      .toEqual([{ conversationId: "c1", messageId: "m2", decision: "mask" }]);
    await expect
      .poll(() => host.calls("regenerate"))
      .toEqual([{ conversationId: "c1", messageId: "m2" }]);
  });

  test("says so where this editor does not find what the hub found", async () => {
    const { page } = await openBlocked({
      results: { checkMessage: { mode: "warn", values: [], total: 0, undecided: 0 } },
    });
    await page.getByText("This editor does not recognise what the hub found").waitFor();
    expect(await page.getByRole("button", { name: "Mask and send again" }).count()).toBe(0);
    await page.getByRole("button", { name: "Edit message" }).last().waitFor();
  });
});

interface Look {
  readonly theme: ThemeName;
  readonly width: number;
  readonly locale: "en" | "pt-br";
}

const looks: readonly Look[] = [
  { theme: "dark", width: 400, locale: "en" },
  { theme: "light", width: 400, locale: "pt-br" },
  { theme: "hc-dark", width: 250, locale: "pt-br" },
  { theme: "hc-light", width: 250, locale: "en" },
];

describe.each(looks)("in $theme, $width px, $locale", (look) => {
  test("everything is drawn and nothing sticks out", async () => {
    const name = (scene: string): string =>
      join(folder, `${scene}-${look.theme}-${look.width}-${look.locale}.png`);
    const draft = await openWithFindings({ ...look, height: 640 });
    await marked(draft.page).first().waitFor();
    await draft.page.getByRole("button", { name: /^3 (findings|ocorrências)$/u }).click();
    await draft.page.getByRole("list", { name: /Sensitive data|Dados sensíveis/u }).waitFor();
    await draft.page.screenshot({ path: name("sensitive-list") });
    await message(draft.page).press("Enter");
    await draft.page.getByRole("alert").waitFor();
    await draft.page.screenshot({ path: name("sensitive-question") });
    const failed = await openBlocked({ ...look, height: 640 });
    await failed.page.getByRole("list", { name: /Sensitive data|Dados sensíveis/u }).waitFor();
    await failed.page.screenshot({ path: name("sensitive-blocked") });
    for (const { page, problems } of [draft, failed]) {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect({ problems, overflow }).toEqual({ problems: [], overflow: 0 });
      await page.context().close();
    }
  });
});
