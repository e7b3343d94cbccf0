import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { entry, securityEntry } from "./auditEntries.ts";
import { FakeHub } from "./fakeHub.ts";
import { openConsole } from "./openConsole.ts";
import {
  budget,
  organisation,
  type Organisation,
  profile,
  sector,
  token,
  user,
} from "./organisation.ts";
import { run } from "./runRecords.ts";

const evil = `"><img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>`;
const long = "W".repeat(100);

/** Every text of every record is an attack, or as long as it may be. */
function hostileOrganisation(): Organisation {
  const data = organisation();
  const mark = (seq: number): Partial<ReturnType<typeof entry>> => ({
    app: evil,
    model: evil,
    kind: evil,
    user_id: evil,
    time: evil,
    cost: evil,
    hash: evil,
    detail: { [evil]: evil },
    findings: [{ type: evil, count: seq, field: evil, doubt: evil }],
  });
  return {
    ...data,
    sectors: [sector("sec_eng", evil), sector("sec_sup", long)],
    profiles: [
      profile("pro_dev", evil, {
        policy: { ...data.profiles[0]?.policy, allow: [evil, long], forced: { a: evil } } as never,
      }),
    ],
    users: [user("ana", evil, { role: "admin", login: evil }), user("long", long, { login: long })],
    tokens: [
      token(evil, evil, { prefix: evil, expires_at: evil, last_used_at: evil }),
      token("l", long, { prefix: long }),
    ],
    budgets: [
      budget(evil, { spent: evil, remaining: evil, forecast: evil, resets_at: evil }),
      budget("nobody", { subject_id: evil, limit: "0", reserved: evil }),
    ],
    models: data.models.map((model) => ({ ...model, name: long, owned_by: evil })),
    upstreams: data.upstreams.map((upstream) => ({
      ...upstream,
      url: `javascript:${evil}`,
      key_from: { file: evil },
    })),
    health: data.health.map((hour) => ({
      ...hour,
      upstream: evil,
      model: long,
      avoided_until: evil,
    })),
    runs: [1, 2].map((at) =>
      run(`run-${at}`, at, { app: evil, run_id: `${at}${"x".repeat(63)}`, token_id: evil }),
    ),
    audit: [
      entry(3, { ...mark(3), time: entry(399).time }),
      securityEntry(2, { ...mark(2), kind: "dlp.block" }),
      entry(1),
    ],
  };
}

const views = [
  "overview",
  "tokens",
  "users",
  "profiles",
  "kinds",
  "sectors",
  "budgets",
  "models",
  "upstreams",
  "audit",
  "security",
  "usage",
  "runs",
  "settings",
] as const;

let hub: FakeHub;
beforeAll(async () => {
  hub = await FakeHub.start(hostileOrganisation());
});
afterAll(async () => {
  await hub.stop();
});

async function harm(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    pwned: "pwned" in globalThis,
    elements: document.querySelectorAll("#root img, #root script, [onerror], [href^=javascript]")
      .length,
    overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  }));
}

const none = { pwned: false, elements: 0, overflow: 0 };

test.each(views)("hostile and long names do nothing in %s", async (view) => {
  for (const width of [1440, 360]) {
    const { page, problems } = await openConsole({ hub, as: "admin", path: `/${view}`, width });
    await page.locator("h1").waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    expect({ view, width, harm: await harm(page) }).toEqual({ view, width, harm: none });
    const first = page.locator("tbody .link").first();
    if ((await first.count()) > 0) {
      await first.click();
      await page.getByRole("dialog").waitFor();
      expect({ view, width, dialog: await harm(page) }).toEqual({ view, width, dialog: none });
    }
    expect(problems).toEqual([]);
  }
});

test("text of the hub is shown as the text it is", async () => {
  const { page } = await openConsole({ hub, as: "admin", path: "/sectors" });
  await expect.poll(() => page.getByRole("rowheader").allTextContents()).toContain(evil);
});

test("an address made by somebody else chooses nothing that the page does not know", async () => {
  const search = `?period=${encodeURIComponent(evil)}&by=__proto__&measure=constructor&start=x&end=y`;
  const { page, problems } = await openConsole({ hub, as: "admin", path: `/usage${search}` });
  await page.locator(".chart canvas").waitFor();
  await expect.poll(() => page.getByLabel("Period").inputValue()).toBe("month");
  expect({ ...((await harm(page)) as object), problems }).toEqual({ ...none, problems: [] });
});
