import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import type { UsageReport } from "../../../src/shared/hubApi/usageReport.ts";
import { faultless, faultsOf } from "../../support/drawnPage.ts";
import { openUsage } from "./openUsage.ts";
import { report, usageScenes } from "./usageScenes.ts";

const loads = (page: Page): Promise<unknown[]> =>
  page.evaluate(() =>
    fakeUsageHost.calls.filter(({ method }) => method === "load").map(({ params }) => params),
  );

describe("a full report", () => {
  test("tells budgets, totals, days, models and apps in figures, not only in pictures", async () => {
    const { page } = await openUsage({ report, host: "hub.example.com" });
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
    const { page } = await openUsage({ report });
    await page.getByRole("radio", { name: "Cost" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("img", { name: /^Tokens by day/u }).waitFor();
  });

  test("a budget of which only the use is known has no bar", async () => {
    const { page } = await openUsage({ report });
    await expect.poll(() => page.getByRole("meter").count()).toBe(3);
    const own = page.getByRole("listitem").filter({ hasText: "Your budget" });
    await expect.poll(() => own.innerText()).toContain("R$12.50 used");
  });
});

describe("the days", () => {
  test("the hub's own period is asked for first, then what was chosen, in the hub's days", async () => {
    const { page } = await openUsage({ report });
    await page.getByRole("combobox", { name: "Period" }).selectOption("Last month");
    await expect
      .poll(() => loads(page))
      .toEqual([{}, { range: { start: "2026-10-01", end: "2026-10-31" } }]);
  });

  test("days that are no range are refused with the reason", async () => {
    const { page } = await openUsage({ report });
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
    const { page } = await openUsage({ report: partial });
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
    const { page } = await openUsage({ report: empty });
    await page.getByText("Nothing was used in these days.").waitFor();
  });

  test("a hub without such a report is no error of the person's", async () => {
    const { page } = await openUsage({ failure: { kind: "not_a_hub", httpStatus: 404 } });
    await page.getByText("This hub does not report usage.").waitFor();
  });

  test("a refused token leads to a new one, and the report comes by itself", async () => {
    const { page } = await openUsage({
      failure: { kind: "auth_invalid", httpStatus: 401 },
    });
    await page.getByRole("button", { name: "Set token" }).click();
    await expect
      .poll(() => page.evaluate(() => fakeUsageHost.calls.at(-1)?.method))
      .toBe("setToken");
    await page.evaluate((answer) => fakeUsageHost.reload(answer), { report });
    await page.getByRole("heading", { name: "By model" }).waitFor();
  });
});

test("in 280 px the figures of a table stand below the names of their columns", async () => {
  const { page } = await openUsage({ report }, { width: 280, locale: "pt-br" });
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
  const { page, problems } = await openUsage({ report: hostile, host: evil });
  await expect.poll(() => page.getByText(evil).count()).toBeGreaterThan(2);
  expect([await page.locator("img").count(), problems]).toEqual([0, []]);
});

test.each(usageScenes)("%s is drawn without a fault", async (_, answer) => {
  expect(await faultsOf(await openUsage(answer))).toEqual(faultless);
});
