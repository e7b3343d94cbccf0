import { expect, test } from "vitest";

import type { Store, UsageTotals } from "../../../src/hubServer/store/store.ts";
import {
  collect,
  hostileTexts,
  noon,
  novemberUsage,
  reservationOf,
  settlementOf,
  subject,
  tokenClaim,
} from "./storeFixture.ts";

/** What both databases promise of usage: records and sums. */
export function describeUsage(openStore: () => Promise<Store>): void {
  test("is summed by any groups, of any part", async () => {
    const { ledger } = await openStore();
    for (const [id, model, day] of [
      ["r1", "a", "2026-11-20"],
      ["r2", "a", "2026-11-21"],
      ["r3", "b", "2026-11-21"],
      ["r4", "b", "2026-12-01"],
    ] as const) {
      const { userId: _nobody, ...anonymous } = subject;
      await ledger.reserve(reservationOf(id, { day, subject: { ...anonymous, model } }));
      await ledger.settle(settlementOf(id));
    }

    expect(await ledger.usage(novemberUsage, ["model", "userId"])).toEqual([
      { group: { model: "a", userId: "" }, ...sums(2) },
      { group: { model: "b", userId: "" }, ...sums(1) },
    ]);
    expect(await ledger.usage({ ...novemberUsage, model: "a" }, ["day"])).toEqual([
      { group: { day: "2026-11-20" }, ...sums(1) },
      { group: { day: "2026-11-21" }, ...sums(1) },
    ]);
    expect(await ledger.usage({ ...novemberUsage, tokenId: "another" }, [])).toEqual([
      { group: {}, ...sums(0) },
    ]);
  });

  test("what clients report of their completions is summed beside the usage of its group, and pruned", async () => {
    const { ledger } = await openStore();
    for (const [id, model] of [
      ["r1", "fim"],
      ["r2", "chat"],
    ] as const) {
      await ledger.reserve(reservationOf(id, { subject: { ...subject, model } }));
      await ledger.settle(settlementOf(id));
    }
    const fim = { ...subject, model: "fim" };
    await Promise.all(
      [0, 1, 2].map((kept) => ledger.noteOffers(fim, "2026-11-21", { offered: 5, kept })),
    );
    await ledger.noteOffers(fim, "2026-12-01", { offered: 9, kept: 9 });
    const offers = { offered: 15, kept: 3 };

    expect(await ledger.usage(novemberUsage, ["model", "userId"])).toMatchObject([
      { group: { model: "chat" } },
      { group: { model: "fim" }, offers },
    ]);
    expect((await ledger.usage(novemberUsage, ["model"]))[0]).not.toHaveProperty("offers");
    expect(await ledger.usage(novemberUsage, [])).toMatchObject([{ group: {}, offers }]);
    await ledger.pruneUsage("2026-11-22");
    expect((await ledger.usage(novemberUsage, []))[0]).not.toHaveProperty("offers");
  });

  test("records come newest first, page by page, none lost among those of one millisecond", async () => {
    const { ledger } = await openStore();
    for (const [index, endedAt] of [1, 2, 2, 2, 3].entries()) {
      const id = `r${index}`;
      await ledger.reserve(reservationOf(id, { subject: { ...subject, requestId: id } }));
      await ledger.settle(settlementOf(id, { now: noon + endedAt }));
    }
    const pages: string[][] = [];
    for (let before: number | undefined; ;) {
      const page = await ledger.usageRecords(novemberUsage, {
        limit: 2,
        ...(before !== undefined && { before }),
      });
      if (page.length === 0) {
        break;
      }
      pages.push(page.map(({ requestId }) => requestId));
      before = page.at(-1)?.endedAt;
    }

    expect(pages).toEqual([["r4", "r3", "r2", "r1"], ["r0"]]);
  });

  test("usage before a day can be removed, and budgets do not forget it", async () => {
    const { ledger, audit } = await openStore();
    for (const day of ["2026-11-19", "2026-11-20", "2026-11-21"]) {
      await ledger.reserve(reservationOf(day, { day, budgets: [tokenClaim("b", 10_000)] }));
      await ledger.settle(settlementOf(day));
    }

    expect(await ledger.pruneUsage("2026-11-21")).toBe(0);
    await audit.prune(noon + 86_400_000);
    expect(await ledger.pruneUsage("2026-11-21")).toBe(2);
    expect(await ledger.pruneUsage("2026-11-21")).toBe(0);

    expect(await ledger.usageRecords(novemberUsage, { limit: 9 })).toMatchObject([
      { day: "2026-11-21" },
    ]);
    expect(await ledger.budgetStates([{ budgetId: "b", period: "2026-11" }])).toMatchObject([
      { spent: 3 * 310 },
    ]);
  });

  test.each(hostileTexts)("hostile text %# is kept unchanged in every field", async (text) => {
    const store = await openStore();
    const hostile = {
      ...subject,
      requestId: text,
      sessionId: text,
      tokenId: text.slice(0, 500),
      userId: text,
      profileId: text,
      sectorId: text,
      app: text.slice(0, 500),
      model: text,
    };
    const budgets = [tokenClaim(text.slice(0, 500), 10_000)];
    const id = `r ${text.slice(0, 500)}`;
    const rateLimits = { requestsPerMinute: 5 };

    await store.ledger.reserve(reservationOf(id, { subject: hostile, budgets, rateLimits }));
    await store.ledger.renew(id, 5, noon + 1_000);
    const states = await store.ledger.settle(settlementOf(id));

    expect(states).toEqual([{ budgetId: budgets[0]?.budgetId, spent: 310, reserved: 0 }]);
    const filter = { ...novemberUsage, app: hostile.app, tokenId: hostile.tokenId };
    expect(await store.ledger.usageRecords(filter, { limit: 1 })).toMatchObject([hostile]);
    expect(await store.ledger.usage(filter, ["app"])).toMatchObject([
      { group: { app: hostile.app }, requests: 1 },
    ]);
    expect(await collect(store.audit.read({ app: hostile.app }))).toMatchObject([hostile]);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 1 });
  });
}

/** Of so many settlements as `settlementOf` makes them. */
function sums(requests: number): UsageTotals {
  return {
    requests,
    inputTokens: 110 * requests,
    cachedTokens: 10 * requests,
    cacheWriteTokens: 0,
    outputTokens: 200 * requests,
    cost: 355 * requests,
  };
}
