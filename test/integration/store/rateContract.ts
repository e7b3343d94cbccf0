import { expect, test } from "vitest";

import type { RequestLimits } from "../../../src/hubServer/store/records.ts";
import type { ReserveResult, Store } from "../../../src/hubServer/store/store.ts";
import { noon, reservationOf, settlementOf, subject } from "./storeFixture.ts";

/** What both databases promise of rates when the caller's clock counts. */
export function describeRates(openStore: () => Promise<Store>): void {
  test("a limit has no double burst at a window's edge, and says exactly when to come back", async () => {
    const store = await openStore();
    const rateLimits = { requestsPerMinute: 3 };

    const first = await Promise.all(
      [0, 0, 20_000].map((ms, index) => ask(store, `a${index}`, { now: noon + ms, rateLimits })),
    );
    const refused = await ask(store, "b", { now: noon + 59_999, rateLimits });
    const second = await Promise.all(
      [0, 1, 2].map((index) => ask(store, `c${index}`, { now: noon + 60_000, rateLimits })),
    );

    expect(first.map(({ kind }) => kind)).toEqual(["granted", "granted", "granted"]);
    expect(refused).toEqual({
      kind: "rateLimited",
      limit: "requests",
      retryAfterMs: 1,
      rates: { requests: { limit: 3, remaining: 0, resetMs: 20_001 } },
    });
    expect(second.map(({ kind }) => kind)).toEqual(["granted", "granted", "rateLimited"]);
    expect(second[2]).toMatchObject({ retryAfterMs: 20_000 });
  });

  test("of 200 parallel requests under a limit of 20 a minute, exactly 20 pass", async () => {
    const store = await openStore();

    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        ask(store, `r${index}`, { now: noon, rateLimits: { requestsPerMinute: 20 } }),
      ),
    );

    expect(results.filter(({ kind }) => kind === "granted")).toHaveLength(20);
  });

  test("requests that come at once are answered as if they had come one after the other", async () => {
    const store = await openStore();
    const rateLimits = {
      requestsPerMinute: 20,
      tokensPerMinute: 100_000,
      completionsPerMinute: 15,
      parallelRequests: 30,
    };

    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(store, `r${index}`, { now: noon, rateLimits })),
    );

    expect(results.map(({ rates }) => rates)).toEqual(
      Array.from({ length: 12 }, (_, index) => ({
        requests: { limit: 20, remaining: 19 - index, resetMs: 60_000 },
        tokens: { limit: 100_000, remaining: 100_000 - 110 * (index + 1), resetMs: 60_000 },
        completions: { limit: 15, remaining: 14 - index, resetMs: 60_000 },
        parallel: { limit: 30, remaining: 29 - index, resetMs: 0 },
      })),
    );
  });

  test.each([
    ["requests", { requestsPerMinute: 5 }],
    ["tokens", { tokensPerMinute: 5 * 110 }],
    ["completions", { completionsPerMinute: 5 }],
    ["parallel", { parallelRequests: 5 }],
  ] as const)(
    "of requests that come at once the first pass a limit of %s",
    async (limit, rateLimits) => {
      const store = await openStore();

      const results = await Promise.all(
        Array.from({ length: 9 }, (_, index) => ask(store, `r${index}`, { now: noon, rateLimits })),
      );

      expect(results.map(({ kind }) => kind)).toEqual([
        ...Array.from({ length: 5 }, () => "granted"),
        ...Array.from({ length: 4 }, () => "rateLimited"),
      ]);
      expect(results.slice(5)).toMatchObject(Array.from({ length: 4 }, () => ({ limit })));
    },
  );

  test("completions have a limit beside the others, and chats leave it alone", async () => {
    const store = await openStore();
    const limits = { requestsPerMinute: 5 };
    const completion = { ...limits, completionsPerMinute: 2 };

    const results = [];
    for (const [index, rateLimits] of [limits, completion, completion, completion].entries()) {
      // One second's bucket holds both kinds.
      results.push(await ask(store, `r${index}`, { now: noon + index, rateLimits }));
    }
    const chats = await Promise.all(
      [0, 1, 2].map((index) => ask(store, `c${index}`, { now: noon + 10, rateLimits: limits })),
    );
    const later = await ask(store, "l", { now: noon + 60_010, rateLimits: completion });

    expect(results.map(({ kind }) => kind)).toEqual([
      "granted",
      "granted",
      "granted",
      "rateLimited",
    ]);
    expect(results[2]).toMatchObject({
      rates: {
        completions: { limit: 2, remaining: 0, resetMs: 60_000 },
        requests: { limit: 5, remaining: 2 },
      },
    });
    expect(results[3]).toMatchObject({
      limit: "completions",
      rates: { requests: { remaining: 2 } },
    });
    expect(chats.map(({ kind }) => kind)).toEqual(["granted", "granted", "rateLimited"]);
    expect(chats[2]).toMatchObject({ limit: "requests" });
    expect(later).toMatchObject({ kind: "granted", rates: { completions: { remaining: 1 } } });
  });

  test("tokens of a minute are corrected by what was really used", async () => {
    const store = await openStore();
    const rateLimits = { tokensPerMinute: 1_000 };
    const wish = { rateLimits, now: noon, inputTokens: 100, outputTokens: 32_000 };
    const states = () => store.ledger.rateStates(subject.tokenId, rateLimits, noon);

    const granted = await store.ledger.reserve(reservationOf("r1", wish));
    const refused = await store.ledger.reserve(reservationOf("r2", wish));
    await store.ledger.settle(settlementOf("r1", { inputTokens: 110, outputTokens: 200 }));
    const corrected = await states();
    const after = await store.ledger.reserve(reservationOf("r3", wish));

    expect(granted).toMatchObject({
      kind: "granted",
      outputTokens: 900,
      rates: { tokens: { limit: 1_000, remaining: 0, resetMs: 60_000 } },
    });
    expect(refused).toMatchObject({
      kind: "rateLimited",
      limit: "tokens",
      retryAfterMs: 60_000,
    });
    expect(corrected).toMatchObject({ tokens: { remaining: 690 } });
    expect(after).toMatchObject({ kind: "granted", outputTokens: 590 });
  });

  test("an answer waits rather than being cut short by a minute that is nearly full", async () => {
    const store = await openStore();
    const rateLimits = { tokensPerMinute: 1_000 };

    await ask(store, "r1", { now: noon, rateLimits, inputTokens: 700 });
    const wish = { rateLimits, now: noon + 1, inputTokens: 100, outputTokens: 32_000 };
    const refused = await store.ledger.reserve(reservationOf("r2", wish));
    const small = await store.ledger.reserve(reservationOf("r3", { ...wish, outputTokens: 190 }));

    expect(refused).toMatchObject({ kind: "rateLimited", retryAfterMs: 59_999 });
    expect(small).toMatchObject({ kind: "granted", outputTokens: 190 });
  });

  test("an input larger than the limit is refused even by an empty minute", async () => {
    const store = await openStore();

    const result = await ask(store, "r1", {
      now: noon,
      rateLimits: { tokensPerMinute: 1_000 },
      inputTokens: 1_000,
    });

    expect(result).toMatchObject({ kind: "rateLimited", limit: "tokens", retryAfterMs: 60_000 });
  });

  test("as many run in parallel as may, and the next when one has ended", async () => {
    const store = await openStore();
    const at = { now: noon, rateLimits: { parallelRequests: 2 } };

    await ask(store, "r1", at);
    const second = await ask(store, "r2", at);
    const third = await ask(store, "r3", at);
    await store.ledger.settle(settlementOf("r1"));
    const fourth = await ask(store, "r4", at);

    expect(second).toMatchObject({
      kind: "granted",
      rates: { parallel: { limit: 2, remaining: 0 } },
    });
    expect(third).toMatchObject({ kind: "rateLimited", limit: "parallel", retryAfterMs: 1_000 });
    expect(fourth).toMatchObject({ kind: "granted" });
  });

  test("a request that gives its place up leaves it to the next one, and stays open", async () => {
    const store = await openStore();
    const rateLimits = { parallelRequests: 1 };
    const at = { now: noon, rateLimits };
    const free = async () =>
      (await store.ledger.rateStates(subject.tokenId, rateLimits, noon)).parallel;

    await ask(store, "r1", at);
    await store.ledger.leavePlace("r1");
    await store.ledger.leavePlace("r1");
    await store.ledger.leavePlace("no request");
    const freed = await free();
    const second = await ask(store, "r2", at);
    const third = await ask(store, "r3", at);
    const settled = await store.ledger.settle(settlementOf("r1"));

    expect(freed).toMatchObject({ remaining: 1 });
    expect(second).toMatchObject({ kind: "granted" });
    expect(third).toMatchObject({ kind: "rateLimited", limit: "parallel" });
    expect(settled).toEqual([]);
    expect(await free()).toMatchObject({ remaining: 0 });
  });

  test("tokens do not share their limits", async () => {
    const store = await openStore();
    const rateLimits = { requestsPerMinute: 1 };

    const results = await Promise.all(
      ["a", "b"].map((tokenId) =>
        store.ledger.reserve(
          reservationOf(tokenId, { rateLimits, subject: { ...subject, tokenId } }),
        ),
      ),
    );

    expect(results.map(({ kind }) => kind)).toEqual(["granted", "granted"]);
  });

  test("a request that is refused takes nothing from the limits", async () => {
    const store = await openStore();
    const rateLimits = { requestsPerMinute: 5, tokensPerMinute: 1_000, parallelRequests: 5 };
    const whole = {
      requests: { limit: 5, remaining: 5, resetMs: 0 },
      tokens: { limit: 1_000, remaining: 1_000, resetMs: 0 },
      parallel: { limit: 5, remaining: 5, resetMs: 0 },
    };

    const refused = await ask(store, "r1", { now: noon, rateLimits, inputTokens: 1_001 });

    expect(refused).toMatchObject({ kind: "rateLimited", rates: whole });
    expect(await store.ledger.rateStates(subject.tokenId, rateLimits, noon)).toEqual(whole);
  });

  test("a clock that is set back by an hour locks nobody out", async () => {
    const store = await openStore();
    const rateLimits = { requestsPerMinute: 1 };

    await ask(store, "r1", { now: noon + 3_600_000, rateLimits });
    const back = await ask(store, "r2", { now: noon, rateLimits });
    const next = await ask(store, "r3", { now: noon + 1, rateLimits });

    expect(back).toMatchObject({ kind: "granted" });
    expect(next).toMatchObject({ kind: "rateLimited", retryAfterMs: 59_999 });
  });
}

function ask(
  { ledger }: Store,
  id: string,
  at: { readonly now: number; readonly rateLimits: RequestLimits; readonly inputTokens?: number },
): Promise<ReserveResult> {
  return ledger.reserve(
    reservationOf(id, { outputTokens: 10, leaseUntil: at.now + 600_000, ...at }),
  );
}
