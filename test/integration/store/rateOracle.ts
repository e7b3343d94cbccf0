import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { Store } from "../../../src/hubServer/store/store.ts";
import { noon, reservationOf, subject } from "./storeFixture.ts";

/** Rates of random requests, compared with an oracle that keeps every request. */
export function describeRateOracle(openStore: () => Promise<Store>): void {
  const requests = fc.array(
    fc.record({
      waitMs: fc.oneof(
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 0, max: 30_000 }),
        fc.constantFrom(999, 1_000, 59_999, 60_000),
      ),
      inputTokens: fc.integer({ min: 1, max: 400 }),
    }),
    { minLength: 1, maxLength: 25 },
  );
  const limits = fc.record({
    requestsPerMinute: fc.integer({ min: 1, max: 6 }),
    tokensPerMinute: fc.integer({ min: 100, max: 1_000 }),
  });

  test("no 60 s ever hold more than a limit, and nobody is refused who would have fitted", async () => {
    const store = await openStore();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(requests, limits, async (wishes, rateLimits) => {
        run += 1;
        const passed: { readonly at: number; readonly tokens: number }[] = [];
        let now = noon;
        for (const [index, { waitMs, inputTokens }] of wishes.entries()) {
          now += waitMs;
          const result = await store.ledger.reserve(
            reservationOf(`${run}-${index}`, {
              now,
              inputTokens,
              rateLimits,
              outputTokens: 0,
              leaseUntil: now + 1_000_000,
              subject: { ...subject, tokenId: `tok-${run}` },
            }),
          );
          // What has left a window of the length of a bucket less has left any window.
          const since = (ms: number) => passed.filter(({ at }) => at > now - ms);
          const tokens = (all: typeof passed) => all.reduce((sum, one) => sum + one.tokens, 0);
          const fits = (ms: number) =>
            since(ms).length < rateLimits.requestsPerMinute &&
            tokens(since(ms)) + inputTokens <= rateLimits.tokensPerMinute;
          if (result.kind === "granted") {
            expect(fits(60_000)).toBe(true);
            passed.push({ at: now, tokens: inputTokens });
          } else {
            expect(fits(61_000)).toBe(false);
            expect(result).toMatchObject({ kind: "rateLimited" });
          }
        }
      }),
      { numRuns: 40 },
    );
  });
}
