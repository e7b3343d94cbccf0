import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { testAnyValue } from "./anyValue.ts";
import {
  calling,
  openApproval,
  pending,
  production,
  stock,
  toolCall,
  toolsState,
} from "./approvals.ts";

const text = { kind: "text", text: "Vou alterar o estoque." } as const;

const card = (page: Page): ReturnType<Page["locator"]> => page.locator(".approval");

test("the card says where it goes first, then method and address, then old and new of every field", async () => {
  const { page } = await openApproval(pending(stock));
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
});

test("one button names the act, and sends one decision however often it is clicked", async () => {
  const { page } = await openApproval(pending(stock));
  const button = page.getByRole("button", { name: "Set stock of 123 to 50 in Sandbox" });
  await button.dblclick();
  await button.click({ force: true, timeout: 500 }).catch(() => undefined);
  await expect
    .poll(() => hostOf(page).calls("decideTool"))
    .toEqual([
      { conversationId: "c1", approvalId: "a1", approve: true, word: "", acknowledged: false },
    ]);
});

test("the card does not take the focus: what is typed goes on into the message", async () => {
  const { page } = await openApproval(pending(stock));
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest(".approval") ?? null))
    .toBe(null);
});

test("the card is a group named after its act, so that it is found by what it does", async () => {
  const { page } = await openApproval(pending(stock));
  const group = page.getByRole("group", { name: "Set stock of 123 to 50 in Sandbox" });
  await expect.poll(() => group.getAttribute("data-card")).toBe("request");
});

test("rejecting tells the host", async () => {
  const { page } = await openApproval(pending(stock));
  await page.getByRole("button", { name: "Reject" }).click();
  await expect
    .poll(() => hostOf(page).calls("decideTool"))
    .toEqual([{ conversationId: "c1", approvalId: "a1", approve: false }]);
});

test("production asks for its name, and says when it is the wrong one", async () => {
  const { page } = await openApproval(pending(production), {
    results: { decideTool: { outcome: "wrongWord" } },
  });
  const button = page.getByRole("button", { name: production.act.en });
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.getByLabel("Type “Loja São Paulo” to confirm").fill("loja");
  await button.click();
  await page.getByText("That is not the name of the environment.").waitFor();
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
  await expect.poll(() => hostOf(page).calls("decideTool")).toMatchObject([{ word: "loja" }]);
});

test("a click just after the card appeared sends nothing and says so", async () => {
  const { page } = await openApproval(pending(stock), {
    results: { decideTool: { outcome: "tooEarly" } },
  });
  const button = page.getByRole("button", { name: stock.act.en });
  await button.click();
  await page.getByRole("alert").getByText("The card has only just appeared.").waitFor();
  await expect.poll(() => button.isEnabled()).toBe(true);
});

test("what has to be agreed to besides is a box to tick", async () => {
  const zero = {
    ...stock,
    acknowledgement: { en: "The stock goes to zero.", ptBr: "O estoque vai a zero." },
  };
  const { page } = await openApproval(pending(zero));
  const button = page.getByRole("button", { name: stock.act.en });
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.getByLabel("The stock goes to zero.").check();
  await button.click();
  await expect.poll(() => hostOf(page).calls("decideTool")).toMatchObject([{ acknowledged: true }]);
});

test("a card of another conversation, or of an answer that ended, is not shown", async () => {
  const { page } = await openChat({
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
});

testAnyValue(10);

test("what a call was given and what the model was told can be read afterwards", async () => {
  const part = toolCall({
    state: "unknown",
    result: "Nobody knows <b>whether</b> it took effect.",
  });
  const { page } = await openChat({ snapshot: calling([text, part], { state: "complete" }) });
  await page.getByRole("button", { name: /Outcome unknown/u }).click();
  await page.getByText("Nobody knows <b>whether</b> it took effect.").waitFor();
  await page.getByText('{"codigoProdutoMarketplace":123,"quantidadeEstoque":50}').waitFor();
});

test("a result of several lines keeps them, and hides no character", async () => {
  const result = "first\n\tsecond\u202e\u200b\nthird";
  const part = toolCall({ state: "done", result });
  const { page } = await openChat({ snapshot: calling([text, part], { state: "complete" }) });
  await page.getByRole("button", { name: /Done/u }).click();
  await expect
    .poll(() => page.locator(".tool-text").last().innerText())
    .toBe("first\n\tsecondU+202EU+200B\nthird");
});

test("the composer says where tools work and what they may do, and lets one choose", async () => {
  const { page } = await openChat({
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
});

test("the card is drawn without a fault", async () => {
  expect(await faultsOf(await openApproval(pending(stock)))).toEqual(faultless);
});
