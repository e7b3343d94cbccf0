import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import type { UsageReport } from "../../../src/shared/usageReport.ts";
import { violations } from "../../support/axe.ts";
import { applyLook, byLocale, type Look } from "../../support/fakeHost/looks.ts";
import { type OpenUsage, UsageBrowser, type UsageOptions } from "./usageBrowser.ts";

const folder = join(root, "test-results", "webview");

const report: UsageReport = {
  fetchedAt: Date.UTC(2026, 10, 21, 14, 3),
  currency: "BRL",
  timeZone: "America/Sao_Paulo",
  range: { start: "2026-11-01", end: "2026-11-30" },
  budgets: [
    {
      kind: "token",
      unit: "money",
      currency: "BRL",
      limit: "50.00",
      used: "9.00",
      remaining: "41.00",
      renewsAt: Date.UTC(2026, 11, 1, 3),
    },
    { kind: "profile", unit: "money", currency: "BRL", limit: "200", used: "168", remaining: "32" },
    { kind: "sector", unit: "tokens", limit: "1000000", used: "970000", remaining: "30000" },
    { kind: "user", unit: "money", currency: "BRL", used: "12.5" },
  ],
  rates: [{ unit: "requests", limit: 60, remaining: 58 }],
  totals: {
    requests: 214,
    inputTokens: 812_400,
    outputTokens: 90_300,
    cachedTokens: 0,
    cost: "9.00",
  },
  byDay: Array.from({ length: 15 }, (_, at) => ({
    key: `2026-11-${String(at + 5).padStart(2, "0")}`,
    requests: 10 + ((at * 7) % 13),
    inputTokens: 40_000 + ((at * 3571) % 30_000),
    outputTokens: 4000,
    cost: String(0.2 + ((at * 37) % 90) / 100),
  })),
  byModel: [
    { key: "gpt-x-large", requests: 120, inputTokens: 600_000, outputTokens: 60_000, cost: "7.10" },
    { key: "claude-y", requests: 94, inputTokens: 212_400, outputTokens: 30_300, cost: "1.90" },
  ],
  byApp: [
    { key: "vscode", requests: 200, inputTokens: 800_000, outputTokens: 80_000, cost: "8.80" },
    { key: "", requests: 14, inputTokens: 12_400, outputTokens: 10_300, cost: "0.20" },
  ],
};

let browser: UsageBrowser;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  browser = await UsageBrowser.start();
});
afterAll(() => browser.stop());

async function open(answer: unknown, more: Partial<UsageOptions> = {}): Promise<OpenUsage> {
  const opened = await browser.open({ answer, ...more });
  await opened.page.locator("main[aria-busy=false]").waitFor();
  return opened;
}

const loads = (page: Page): Promise<unknown[]> =>
  page.evaluate(() =>
    fakeUsageHost.calls.filter(({ method }) => method === "load").map(({ params }) => params),
  );

describe("a full report", () => {
  test("tells budgets, totals, days, models and apps in figures, not only in pictures", async () => {
    const { page } = await open({ report, host: "hub.example.com" });
    const budget = page.getByRole("meter", { name: "Token budget" });
    await expect.poll(() => budget.getAttribute("aria-valuenow")).toBe("18");
    await expect
      .poll(() => budget.getAttribute("aria-valuetext"))
      .toBe("R$9.00 of R$50.00 · R$41.00 left · renews Dec 1, 2026");
    await page.getByRole("img", { name: "Cost by day, Nov 1, 2026 to Nov 21, 2026" }).waitFor();
    await page.getByText("As a table").click();
    const days = page.getByRole("table").first().getByRole("row");
    // Of days without a row the hub said that they are in its report: nothing was used then.
    await expect.poll(() => days.count()).toBe(22);
    await expect.poll(() => days.nth(1).innerText()).toMatch(/Nov 1, 2026\s+R\$0\.00/u);
    const models = page.getByRole("region", { name: "By model" }).getByRole("row");
    await expect
      .poll(() => models.nth(1).innerText())
      .toMatch(/gpt-x-large\s+R\$7\.10\s+660,000\s+120/u);
    await page.getByText("(no name)").waitFor();
  });

  test("another figure can be chosen by keyboard", async () => {
    const { page } = await open({ report });
    await page.getByRole("radio", { name: "Cost" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("img", { name: /^Tokens by day/u }).waitFor();
  });

  test("a budget of which only the use is known has no bar", async () => {
    const { page } = await open({ report });
    await expect.poll(() => page.getByRole("meter").count()).toBe(3);
    const own = page.getByRole("listitem").filter({ hasText: "Your budget" });
    await expect.poll(() => own.innerText()).toContain("R$12.50 used");
  });
});

describe("the days", () => {
  test("the hub's own period is asked for first, then what was chosen, in the hub's days", async () => {
    const { page } = await open({ report });
    await page.getByRole("combobox", { name: "Period" }).selectOption("Last month");
    await expect
      .poll(() => loads(page))
      .toEqual([{}, { range: { start: "2026-10-01", end: "2026-10-31" } }]);
  });

  test("days that are no range are refused with the reason", async () => {
    const { page } = await open({ report });
    await page.getByRole("combobox", { name: "Period" }).selectOption("Choose days");
    await page.getByLabel("From", { exact: true }).fill("2026-11-20");
    await page.getByLabel("To", { exact: true }).fill("2026-11-10");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "The first day is after" }).waitFor();
    await page.getByLabel("To", { exact: true }).fill("2026-11-21");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect
      .poll(() => loads(page))
      .toEqual([{}, { range: { start: "2026-11-20", end: "2026-11-21" } }]);
  });
});

describe("what is missing", () => {
  test("figures that the hub does not report are said to be missing and never 0", async () => {
    const partial: UsageReport = {
      fetchedAt: 1,
      budgets: [],
      rates: [],
      totals: { requests: 3 },
      byDay: [{ key: "2026-11-21", requests: 3 }],
    };
    const { page } = await open({ report: partial });
    const totals = page.getByRole("region", { name: "Total" });
    await expect.poll(() => totals.innerText()).toMatch(/Cost\s+not reported/u);
    await page.getByText("The hub reports no budget for this token.").waitFor();
    await expect.poll(() => page.getByText("The hub does not report this.").count()).toBe(2);
    expect(await page.getByRole("radio").count()).toBe(0);
  });

  test("a period without use says so", async () => {
    const empty = {
      ...report,
      totals: { requests: 0, cost: "0" },
      byDay: [],
      byModel: [],
      byApp: [],
    };
    const { page } = await open({ report: empty });
    await page.getByText("Nothing was used in these days.").waitFor();
  });

  test("a hub without such a report is no error of the person's", async () => {
    const { page } = await open({ failure: { kind: "not_a_hub", httpStatus: 404 } });
    await page.getByText("This hub does not report usage.").waitFor();
  });

  test("a refused token leads to a new one, and the report comes by itself", async () => {
    const { page } = await open({ failure: { kind: "auth_invalid", httpStatus: 401 } });
    await page.getByRole("button", { name: "Set token" }).click();
    await expect
      .poll(() => page.evaluate(() => fakeUsageHost.calls.at(-1)?.method))
      .toBe("setToken");
    await page.evaluate((answer) => fakeUsageHost.reload(answer), { report });
    await page.getByRole("heading", { name: "By model" }).waitFor();
  });
});

test("in 280 px the figures of a table stand below the names of their columns", async () => {
  const { page } = await open({ report }, { width: 280, locale: "pt-br" });
  const edges = await page.locator(".wide-table tr").evaluateAll((rows) =>
    rows.map((row) =>
      Array.from(row.querySelectorAll(".number"), (cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return Math.round(text.getBoundingClientRect().right);
      }),
    ),
  );
  expect(edges.length).toBeGreaterThan(5);
  expect(new Set(edges.map(String)).size).toBe(1);
});

test("names that the hub gives are text and nothing else", async () => {
  const evil = "<img src=x onerror=alert(1)>[x](command:y)";
  const rows = [{ key: evil, requests: 1 }];
  const hostile = {
    ...report,
    budgets: [{ kind: "other", unit: "money", name: evil, used: "1" }],
    byModel: rows,
    byApp: rows,
  };
  const { page, problems } = await open({ report: hostile, host: evil });
  await expect.poll(() => page.getByText(evil).count()).toBeGreaterThan(2);
  expect([await page.locator("img").count(), problems]).toEqual([0, []]);
});

const looks: readonly Look[] = [
  { theme: "dark", width: 900, locale: "en" },
  { theme: "light", width: 900, locale: "pt-br" },
  { theme: "hc-dark", width: 400, locale: "pt-br" },
  { theme: "hc-light", width: 250, locale: "en" },
];

describe.each(byLocale(looks))("in $locale", ({ locale, looks: shown }) => {
  test.each([
    ["usage", { report, host: "hub.example.com" }],
    ["usage-failed", { failure: { kind: "dns", host: "hub.example.com" } }],
  ])("%s is drawn accessibly and nothing sticks out", async (scene, answer) => {
    const { page, problems } = await open(answer, { locale });
    for (const look of shown) {
      await applyLook(page, look);
      const name = `${scene}-${look.theme}-${look.width}-${locale}`;
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect({ name, problems, overflow, found: await violations(page) }).toEqual({
        name,
        problems: [],
        overflow: 0,
        found: [],
      });
    }
    await page.context().close();
  });
});
