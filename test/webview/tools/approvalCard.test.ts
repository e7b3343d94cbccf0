import { mkdirSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import type { PendingApproval } from "../../../src/shared/tool.ts";
import { visibleText } from "../../../src/shared/visibleText.ts";
import { violations } from "../../support/axe.ts";
import { ChatBrowser, type OpenOptions } from "../../support/fakeHost/chatBrowser.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { applyTheme } from "../../support/fakeHost/looks.ts";
import { calling, pending, production, stock, toolCall, toolsState } from "./approvals.ts";

const pictures = join(root, "test-results", "webview");

let browser: ChatBrowser;
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  browser = await ChatBrowser.start();
});
afterAll(() => browser.stop());

const text = { kind: "text", text: "Vou alterar o estoque." } as const;

async function open(
  approval: PendingApproval,
  options: Partial<OpenOptions> = {},
): Promise<{ readonly page: Page; readonly problems: string[] }> {
  const { page, problems } = await browser.open({
    snapshot: calling([text, toolCall()]),
    results: { decideTool: { outcome: "done" } },
    ...options,
  });
  await page.locator(".tool-call").waitFor();
  await hostOf(page).tell("showTools", toolsState);
  await hostOf(page).tell("showApprovals", { conversationId: "c1", approvals: [approval] });
  await page.locator(".approval").waitFor();
  return { page, problems };
}

const card = (page: Page): ReturnType<Page["locator"]> => page.locator(".approval");

test("the card says where it goes first, then method and address, then old and new of every field", async () => {
  const { page } = await open(pending(stock));
  const lines = (await card(page).innerText()).split("\n").map((line) => line.trim());
  const order = ["Sandbox", "Update stock quantity", "PUT", "Field"].map((word) =>
    lines.findIndex((line) => line.includes(word)),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  const rows = async () => {
    const texts = await card(page).locator("tbody tr").allInnerTexts();
    return texts.map((row) => row.split(/\s+/u).join(" "));
  };
  await expect
    .poll(rows)
    .toEqual([
      "Product codigoProdutoMarketplace 123 123",
      "Stock quantity quantidadeEstoque 12 50",
    ]);
  await page.context().close();
});

test("one button names the act, and sends one decision however often it is clicked", async () => {
  const { page } = await open(pending(stock));
  const button = page.getByRole("button", { name: "Set stock of 123 to 50 in Sandbox" });
  await button.dblclick();
  await button.click({ force: true, timeout: 500 }).catch(() => undefined);
  await expect
    .poll(() => hostOf(page).calls("decideTool"))
    .toEqual([
      { conversationId: "c1", approvalId: "a1", approve: true, word: "", acknowledged: false },
    ]);
  await page.context().close();
});

test("the card does not take the focus: what is typed goes on into the message", async () => {
  const { page } = await open(pending(stock));
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest(".approval") ?? null))
    .toBe(null);
  await page.context().close();
});

test("the card is a group named after its act, so that it is found by what it does", async () => {
  const { page } = await open(pending(stock));
  const group = page.getByRole("group", { name: "Set stock of 123 to 50 in Sandbox" });
  await expect.poll(() => group.getAttribute("data-card")).toBe("request");
  await page.context().close();
});

test("rejecting tells the host", async () => {
  const { page } = await open(pending(stock));
  await page.getByRole("button", { name: "Reject" }).click();
  await expect
    .poll(() => hostOf(page).calls("decideTool"))
    .toEqual([{ conversationId: "c1", approvalId: "a1", approve: false }]);
  await page.context().close();
});

test("production asks for its name, and says when it is the wrong one", async () => {
  const { page } = await open(pending(production), {
    results: { decideTool: { outcome: "wrongWord" } },
  });
  const button = page.getByRole("button", { name: production.act.en });
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.getByLabel("Type “Loja São Paulo” to confirm").fill("loja");
  await button.click();
  await page.getByText("That is not the name of the environment.").waitFor();
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
  await expect.poll(() => hostOf(page).calls("decideTool")).toMatchObject([{ word: "loja" }]);
  await page.context().close();
});

test("a click just after the card appeared sends nothing and says so", async () => {
  const { page } = await open(pending(stock), {
    results: { decideTool: { outcome: "tooEarly" } },
  });
  const button = page.getByRole("button", { name: stock.act.en });
  await button.click();
  await page.getByRole("alert").getByText("The card has only just appeared.").waitFor();
  await expect.poll(() => button.isEnabled()).toBe(true);
  await page.context().close();
});

test("what has to be agreed to besides is a box to tick", async () => {
  const zero = {
    ...stock,
    acknowledgement: { en: "The stock goes to zero.", ptBr: "O estoque vai a zero." },
  };
  const { page } = await open(pending(zero));
  const button = page.getByRole("button", { name: stock.act.en });
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.getByLabel("The stock goes to zero.").check();
  await button.click();
  await expect.poll(() => hostOf(page).calls("decideTool")).toMatchObject([{ acknowledged: true }]);
  await page.context().close();
});

test("a card of another conversation, or of an answer that ended, is not shown", async () => {
  const { page } = await browser.open({
    snapshot: calling([text, toolCall()], { state: "stopped" }),
  });
  await page.locator(".tool-call").waitFor();
  const host = hostOf(page);
  await host.tell("showApprovals", { conversationId: "c1", approvals: [pending(stock)] });
  await host.tell("showTools", toolsState);
  await page.getByText("Update stock quantity").waitFor();
  expect(await card(page).count()).toBe(0);
  await expect
    .poll(() => page.locator("[data-tool-state]").getAttribute("data-tool-state"))
    .toBe("refused");
  await page.context().close();
});

test("whatever a value holds, all of it is on the card, on screen and in its order", async () => {
  const { page, problems } = await open(pending(stock), { width: 250 });
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 2_000 }), async (value) => {
      const fields = [{ ...stock.fields[0], name: "observacao", after: value, state: "new" }];
      // JSON is what crosses to the page, so a lone surrogate arrives as what JSON makes of it.
      const shown = { ...pending({ ...stock, fields } as typeof stock), id: crypto.randomUUID() };
      await hostOf(page).tell("showApprovals", { conversationId: "c1", approvals: [shown] });
      const cell = card(page).locator("tbody td").last();
      const expected = visibleText(value).replaceAll(/⟨(U\+[0-9A-F]+)⟩/gu, "$1");
      await expect.poll(() => cell.textContent()).toBe(expected);
      const isWithin = await cell.evaluate(
        (element) =>
          element.scrollWidth <= element.clientWidth + 1 && document.body.scrollWidth <= innerWidth,
      );
      expect(isWithin).toBe(true);
    }),
    { numRuns: 40 },
  );
  expect(problems).toEqual([]);
  await page.context().close();
}, 60_000);

test("what a call was given and what the model was told can be read afterwards", async () => {
  const part = toolCall({
    state: "unknown",
    result: "Nobody knows <b>whether</b> it took effect.",
  });
  const { page } = await browser.open({ snapshot: calling([text, part], { state: "complete" }) });
  await page.getByRole("button", { name: /Outcome unknown/u }).click();
  await page.getByText("Nobody knows <b>whether</b> it took effect.").waitFor();
  await page.getByText('{"codigoProdutoMarketplace":123,"quantidadeEstoque":50}').waitFor();
  await page.context().close();
});

test("a result of several lines keeps them, and hides no character", async () => {
  const result = "first\n\tsecond\u202e\u200b\nthird";
  const part = toolCall({ state: "done", result });
  const { page } = await browser.open({ snapshot: calling([text, part], { state: "complete" }) });
  await page.getByRole("button", { name: /Done/u }).click();
  await expect
    .poll(() => page.locator(".tool-text").last().innerText())
    .toBe("first\n\tsecondU+202EU+200B\nthird");
  await page.context().close();
});

test("the composer says where tools work and what they may do, and lets one choose", async () => {
  const { page } = await browser.open({
    snapshot: calling([], { state: "complete" }),
    width: 600,
  });
  const host = hostOf(page);
  const texts: string[] = [];
  for (const change of [
    { access: "off" },
    { access: "read" },
    { access: "write" },
    { access: "write", isStopped: true },
  ] as const) {
    await host.tell("showTools", { ...toolsState, ...change });
    texts.push(await page.locator(".tools-chip").innerText());
  }
  expect(texts).toEqual([
    "Tools: off",
    "Sandbox: read",
    "Sandbox: write",
    "Sandbox: writes stopped",
  ]);
  await page.getByRole("button", { name: /^Tools,/u }).click();
  await expect.poll(() => host.calls("chooseTools")).toHaveLength(1);
  await page.context().close();
});

const looks: readonly (readonly [string, PendingApproval, Partial<OpenOptions>])[] = [
  ["sandbox", pending(stock), {}],
  ["production", pending(production), { locale: "pt-br" }],
  ["narrow", pending(production), { width: 250 }],
];

test.each(looks)(
  "the %s card breaks no rule of accessibility in any theme",
  async (name, approval, options) => {
    const { page } = await open(approval, options);
    for (const theme of ["dark", "light", "hc-dark", "hc-light"] as const) {
      await applyTheme(page, theme);
      await page.screenshot({ path: join(pictures, `tools-${name}-${theme}.png`) });
      expect(await violations(page)).toEqual([]);
    }
    await page.context().close();
  },
);
