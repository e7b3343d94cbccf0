import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import type { AssistantMessage } from "../../../src/shared/conversation/conversation.ts";
import type { Failure } from "../../../src/shared/failures/failure.ts";
import { answer, readyView, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";
import { meterFacts } from "../context/openContext.ts";

async function open(options: OpenOptions): Promise<Page> {
  const { page } = await openChat(options);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  return page;
}

const withAnswers = (...more: readonly Partial<AssistantMessage>[]) =>
  snapshot({
    messages: more.flatMap((change, index) => [
      userMessage(`q${index}`, "Question"),
      answer(`a${index}`, change.state === "failed" ? "" : "Text.", change),
    ]),
  });

const footer = (page: Page) => page.locator(".footer").last();

describe("the footer of an answer", () => {
  test("keeps its figures apart", async () => {
    const usage = { inputTokens: 12_400, outputTokens: 380 };
    const page = await open({ snapshot: withAnswers({ usage, firstTextMs: 500 }), width: 500 });
    const drawn = await footer(page).locator(".usage").innerText();
    expect(drawn.replaceAll("\u00a0", " ")).toBe("0.5 s · 12.4K → 380 tokens");
  });

  test("has no zeros under a failure that cost nothing", async () => {
    const failure = { kind: "refused" } as const;
    const usage = { inputTokens: 0, outputTokens: 0, cost: "0", currency: "BRL" };
    const page = await open({
      snapshot: withAnswers({ state: "failed", failure, usage, firstTextMs: 0 }),
    });
    expect(await footer(page).locator(".usage").count()).toBe(0);
  });

  test("has only a mark for sensitive data that an earlier answer reported", async () => {
    const notices: Failure[] = [{ kind: "dlp_alert", dlpFindings: [{ type: "cpf", count: 1 }] }];
    const page = await open({
      snapshot: withAnswers({ notices }, { notices }),
    });
    await expect.poll(() => page.locator(".notice.quiet").count()).toBe(1);
    const mark = footer(page).getByRole("img", { name: /noticed sensitive data/u });
    await mark.waitFor();
    await expect
      .poll(() => page.getByRole("img", { name: /noticed sensitive data/u }).count())
      .toBe(1);
  });
});

test("a model has its name wherever it is shown", async () => {
  const view = {
    ...readyView,
    selectedModelName: "GPT X Large",
    modelNames: { "gpt-x-large": "GPT X Large" },
  };
  const page = await open({ snapshot: { ...withAnswers({}), view } });
  await page.getByRole("article", { name: "GPT X Large" }).waitFor();
});

test("the meter has no figure without a model, and one with its unit where the context is not reported", async () => {
  const { selectedModel: _none, ...view } = readyView;
  const { contextLength: _length, reserved: _reserved, ...facts } = meterFacts({ history: 0 });
  const page = await open({ snapshot: snapshot({ view }) });
  const host = hostOf(page);
  await host.tell("showContextMeter", facts);
  await host.tell("showBudgets", { report: budgets });
  await page.locator(".budget-chip").waitFor();
  expect(await page.locator(".meter").count()).toBe(0);
  await host.setView({ selectedModel: "gpt-x-large" });
  await expect.poll(() => page.locator(".meter-button").innerText()).toMatch(/tokens$/u);
});

const budgets = {
  fetchedAt: Date.now(),
  budgets: [
    {
      kind: "sector",
      unit: "money",
      currency: "BRL",
      limit: "2000000.00",
      used: "1990000.00",
      remaining: "10000.00",
    },
  ],
  rates: [],
};

test.each([180, 200, 250])("at %d px nothing runs out of the composer", async (width) => {
  const page = await open({ snapshot: snapshot(), width });
  const host = hostOf(page);
  await host.tell("showContextMeter", meterFacts({ history: 25_520 }));
  await host.tell("showBudgets", { report: budgets });
  await page.locator(".budget-chip").waitFor();
  await page.locator(".meter-button").waitFor();
  const outside = await page.locator(".composer-box").evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    return Array.from(box.querySelectorAll(".composer-row *"))
      .filter((element) => {
        const place = element.getBoundingClientRect();
        return place.width > 0 && (place.left < left || place.right > right);
      })
      .map(({ className }) => className);
  });
  expect(outside).toEqual([]);
});

test.each([
  [250, 500],
  [300, 500],
  [400, 440],
  [250, 440],
])("an empty chat does not scroll at %d × %d", async (width, height) => {
  const page = await open({ snapshot: snapshot(), width, height });
  const extra = await page
    .locator(".middle")
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(extra).toBe(0);
});

test("in a wide tab the answer and the composer have one width", async () => {
  const page = await open({ snapshot: withAnswers({}), width: 1200, place: "editor" });
  const edges = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return [Math.round(left), Math.round(right)];
      });
  expect(await edges(".composer-box")).toEqual(await edges(".message.user"));
});

test.each([180, 250])("at %i px the name above a question is whole", async (width) => {
  const { page } = await openChat({ snapshot: withAnswers({}), width, locale: "pt-br" });
  const name = page.locator(".user-row .author");
  await name.waitFor();
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
