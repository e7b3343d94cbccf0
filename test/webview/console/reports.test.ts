import { readFileSync } from "node:fs";

import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { AuditEntry } from "../../../src/console/data/types.ts";
import { entry, now, securityEntry } from "./auditEntries.ts";
import { FakeHub } from "./fakeHub.ts";
import { type OpenConsole, openConsole } from "./openConsole.ts";
import { organisation, token } from "./organisation.ts";

let hub: FakeHub;
let opened: OpenConsole | undefined;
beforeEach(async () => {
  hub = await FakeHub.start();
});
afterEach(async () => {
  expect(opened?.problems).toEqual([]);
  await hub.stop();
});

const auditQueries = (): string[] =>
  hub.seen.filter(({ path }) => path === "audit").map(({ query }) => query.toString());

test("the audit is filtered by the hub, and the address holds the filters", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/audit" });
  const { page } = opened;
  await page.getByText("Chain intact").waitFor();
  await page.getByLabel("Kind: All").click();
  await page.getByLabel("Data blocked").check();
  await page.getByLabel("Data found").check();
  await page.keyboard.press("Escape");
  await page.getByLabel("Data found").waitFor({ state: "hidden" });
  await page.getByLabel("From").fill("2026-11-21");
  await page.getByLabel("From").blur();
  await expect
    .poll(() => auditQueries().at(-1))
    .toBe("kind=dlp.block%2Cdlp.alert&from=2026-11-21T03%3A00%3A00.000Z&limit=100");
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
  expect(new URL(page.url()).search).toBe("?kind=dlp.block%2Cdlp.alert&from=2026-11-21");

  await page.reload();
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
  const csv = page.getByRole("link", { name: "Export CSV" });
  await expect
    .poll(() => csv.getAttribute("href"))
    .toBe(
      "/hub/admin/v1/audit/export?format=csv&kind=dlp.block%2Cdlp.alert&from=2026-11-21T03%3A00%3A00.000Z",
    );
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(50);
});

test("older entries come when they are asked for, and each opens its details", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/audit" });
  const { page } = opened;
  await page.getByText("1–50 of 100").waitFor();
  await page.getByRole("button", { name: "Load older entries" }).click();
  await page.getByText("1–50 of 200").waitFor();
  expect(auditQueries().at(-1)).toBe("before=301&limit=100");
  await page.getByRole("button", { name: "Today, 9:52:00 AM" }).click();
  const drawer = page.getByRole("dialog", { name: "Entry 398" });
  await drawer.getByText("2 × in messages[1].content").waitFor();
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
});

test("a minute's completions are one row, which opens into its entries", async () => {
  const completion = { format: "completions", model: "qwen-coder:7b", token_id: "tok_a1b2" };
  const minute = (seq: number, ms: number): AuditEntry =>
    entry(seq, { ...completion, time: new Date(now + ms).toISOString() });
  hub.data.audit.unshift(minute(403, 3_000), minute(402, 2_000), minute(401, 1_000));
  opened = await openConsole({ hub, as: "admin", path: "/audit" });
  const { page } = opened;
  const row = page.getByRole("row").filter({ hasText: "3 completions in this minute" });
  await row.waitFor();
  await row.getByRole("button").first().click();
  await row.waitFor({ state: "detached" });
  const entries = page.getByRole("row").filter({ hasText: "qwen-coder:7b" });
  await entries.first().getByRole("button").first().click();
  await page.getByRole("dialog").getByText("403").first().waitFor();
});

test("the share of kept completions stands beside the usage of what completes, and nowhere else", async () => {
  hub.data.audit.unshift(
    entry(402, { format: "completions", app: "vscode-completion", kind: "usage" }),
    entry(401, { format: "completions", app: "vscode-completion", kind: "usage" }),
  );
  opened = await openConsole({ hub, as: "admin", path: "/usage?by=app" });
  const { page } = opened;
  const row = page.getByRole("row").filter({ hasText: "vscode-completion" });
  await row.getByTitle("2 of 8 shown").waitFor();
  await expect.poll(() => page.getByText("25%").count()).toBe(1);
  await expect.poll(() => row.textContent()).toContain("25% (2 of 8 shown)");
});

test("audit and run show the requested model of a request that went in house", async () => {
  const routed = "asked: gpt-x-large → in house: qwen-coder:7b";
  opened = await openConsole({ hub, as: "admin", path: "/audit?run_id=run-6c21" });
  const { page } = opened;
  const cells = page.getByRole("cell", { name: routed });
  await expect.poll(() => cells.count()).toBe(2);
  await page.getByRole("rowheader").getByRole("button").last().click();
  await page.getByRole("dialog", { name: "Entry 388" }).getByText(routed).waitFor();
  await page.goto(`${hub.origin}/hub/console/runs`);
  await page.locator("tbody .link").nth(1).click();
  const requests = page.locator(".run-requests li");
  await expect.poll(() => requests.filter({ hasText: routed }).count()).toBe(2);
  expect(await requests.count()).toBe(4);
});

test("a value that only alerts says why", async () => {
  await hub.stop();
  const card = { type: "card", count: 1, field: "messages[0].content", doubt: "trial" };
  const email = { type: "email", count: 1, field: "messages[0].content" };
  const alert = securityEntry(388, { kind: "dlp.alert", findings: [email, card] });
  hub = await FakeHub.start({ ...organisation(), audit: [alert] });
  opened = await openConsole({ hub, as: "admin", path: "/audit?kind=dlp.alert" });
  const { page } = opened;
  const found = page.getByRole("cell", {
    name: "1 × E-mail address, 1 × Card number (looks like test data)",
  });
  await expect.poll(() => found.textContent()).toContain("1\u00a0×\u00a0E-mail address");
  await page.getByRole("rowheader").getByRole("button").click();
  const drawer = page.getByRole("dialog", { name: "Entry 388" });
  await drawer
    .getByText("1 × in messages[0].content · only an alert: looks like test data")
    .waitFor();
});

test("a change is told in the words of the page", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/audit?kind=token.create" });
  await opened.page.getByRole("cell", { name: "Created: token CI" }).waitFor();
});

test("a chain that was tampered with is an alert", async () => {
  const body = {
    is_intact: false,
    seq: 12,
    hash: "00ff",
    events: 12,
    problem: "Entry 7 was changed.",
  };
  hub.answer("GET audit/verify", { status: 200, body });
  opened = await openConsole({ hub, as: "admin", path: "/audit" });
  const alert = opened.page.getByRole("alert");
  await alert.getByText("Chain broken").waitFor();
  await alert.getByText("Entry 7 was changed.").waitFor();
});

test("usage grows while one looks at it", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/usage?measure=requests&by=app" });
  const { page } = opened;
  await page.locator(".chart canvas").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const requests = page.locator(".figures div", { hasText: "Requests" }).locator("dd");
  const before = Number(await requests.textContent());
  hub.tell(entry(401, { app: "new-app" }));
  await expect.poll(() => requests.textContent()).toBe(String(before + 1));
  await page.getByRole("rowheader", { name: "new-app" }).waitFor();

  await page.getByText("Show as table").click();
  const today = page.getByRole("row", { name: /Nov 21/u }).getByRole("cell");
  const shown = Number(await today.textContent());
  hub.tell(entry(402));
  await expect.poll(() => today.textContent()).toBe(String(shown + 1));
});

test("a view that is left stops watching", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/usage" });
  await expect.poll(() => hub.watchers).toBe(1);
  await opened.page.getByRole("link", { name: "Sectors" }).click();
  await expect.poll(() => hub.watchers).toBe(0);
});

test("usage is told by another thing and another time when one chooses so", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/usage" });
  const { page } = opened;
  await page.getByLabel("By", { exact: true }).selectOption({ label: "User" });
  await page.getByRole("rowheader", { name: "Bruno Teixeira" }).waitFor();
  await page.getByLabel("Period").selectOption({ label: "Last 7 days" });
  await expect
    .poll(() => hub.seen.findLast(({ path }) => path === "usage")?.query.toString())
    .toMatch(/^start=2026-11-15&end=2026-11-21&group_by=/u);
});

test("budgets show how full they are, and which layer of a token stops first", async () => {
  opened = await openConsole({ hub, as: "admin", path: "/budgets" });
  const { page } = opened;
  const bar = page.getByRole("meter", { name: "Used of the budget of Bruno Teixeira" });
  await expect.poll(() => bar.getAttribute("aria-valuenow")).toBe("88");
  const width = await bar.locator(".bar-spent").evaluate((fill) => {
    const whole = fill.parentElement?.clientWidth ?? 0;
    return Math.round((fill.clientWidth / whole) * 100);
  });
  expect(width).toBe(88);
  await page.getByRole("combobox", { name: "Limits of a token" }).selectOption({ label: "Cursor" });
  const layers = page.getByRole("region", { name: "Limits of a token" }).getByRole("listitem");
  await expect.poll(() => layers.count()).toBe(2);
  await layers.first().getByText("Stops first").waitFor();
  await expect.poll(() => layers.first().textContent()).toContain("Bruno Teixeira");
});

test("what is exported is a table that no spreadsheet runs", async () => {
  hub.data.tokens.push(token("tok_evil", '=HYPERLINK("http://x","y")'));
  opened = await openConsole({ hub, as: "admin", path: "/tokens" });
  const { page } = opened;
  await page.getByLabel("Search in tokens").fill("hyperlink");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("tokens.csv");
  const lines = readFileSync(await file.path(), "utf8").split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
});

test("five thousand tokens are shown, searched and sorted a page at a time", async () => {
  await hub.stop();
  const data = organisation();
  data.tokens = Array.from({ length: 5000 }, (_, index) =>
    token(`tok_${index}`, `Token ${String(index).padStart(4, "0")}`),
  );
  hub = await FakeHub.start(data);
  opened = await openConsole({ hub, as: "admin", path: "/tokens" });
  const { page } = opened;
  await page.getByText("1–50 of 5,000").waitFor();
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(50);
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await page.getByRole("rowheader", { name: "Token 0000" }).waitFor();
  await page.getByRole("button", { name: "Last page" }).click();
  await page.getByRole("rowheader", { name: "Token 4999" }).waitFor();
  await page.getByLabel("Search in tokens").fill("token 12");
  await page.getByText("1–50 of 100").waitFor();
  await page.getByLabel("Search in tokens").fill("nowhere");
  await page.getByText("Nothing found. Try other words.").waitFor();
});

test("the chart takes the page's new colours, whoever changes them, and keeps the width of its bars", async () => {
  opened = await openConsole({ hub, as: "admin" });
  const { page } = opened;
  const bar = '["26,95,180,255"';
  await expect.poll(() => drawn(page)).toContain(bar);
  const bars = await drawn(page);
  const darkBars = bars.replace(bar, '["110,168,240,255"');
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => drawn(page)).toBe(darkBars);
  await page.getByLabel("Colours").selectOption("light");
  await expect.poll(() => drawn(page)).toBe(bars);
  await page.emulateMedia({ forcedColors: "active" });
  await expect.poll(() => drawn(page)).not.toContain(bar);
});

/** The colour that fills most of the chart, and of how many pixels. */
function drawn(page: Page): Promise<string> {
  return page.locator(".chart canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {
      data: [],
    };
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 0) {
        const color = data.slice(at, at + 4).join(",");
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
    }
    return JSON.stringify([...counts].toSorted((a, b) => b[1] - a[1])[0]);
  });
}
