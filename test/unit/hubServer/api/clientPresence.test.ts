import { expect, test } from "vitest";

import { Account } from "../../../../src/hubServer/api/account.ts";
import { ClientPresence } from "../../../../src/hubServer/api/clientPresence.ts";
import type { Meter } from "../../../../src/hubServer/governance/budgets/admission.ts";
import { timeLimits } from "../../../../src/shared/base/timeLimits.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const cost = { inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

function left(isStream: boolean) {
  const clock = new FakeClock();
  const client = new AbortController();
  const settled: Parameters<Meter["settle"]>[] = [];
  const account = new Account(
    {
      outputTokens: 1,
      attempt: () => Promise.reject(new Error("nothing is asked twice here")),
      meter: {
        hasCost: false,
        isCounted: true,
        addOutput: () => true,
        addCounted: () => undefined,
        report: () => undefined,
        assumeAll: () => undefined,
        assumeInput: () => undefined,
        costsAt: () => undefined,
        leavePlace: () => undefined,
        blockBegan: () => undefined,
        settle: (...end) => {
          settled.push(end);
          return Promise.resolve({ cost: "0", usage: cost });
        },
      },
    },
    isStream,
  );
  const presence = new ClientPresence(
    { requestId: "req", client: client.signal, account, readsOn: "always" },
    {
      clock,
      onError: (error) => {
        throw error;
      },
      governance: {
        left: () => undefined,
        arrive: () => Promise.resolve(),
        handled: () => Promise.resolve(),
        admit: () => Promise.reject(new Error("nothing is admitted here")),
        allowsModel: () => Promise.resolve(true),
      },
    },
  );
  client.abort();
  return { clock, presence, settled };
}

test.each([
  [false, timeLimits.hub.afterClientLeft],
  [true, timeLimits.hub.streamAfterClientLeft],
])("an answer has a bounded time after its client has left; a stream: %s", (isStream, limit) => {
  const { clock, presence, settled } = left(isStream);
  clock.advance(limit - 1);
  expect([presence.signal.aborted, settled]).toEqual([false, []]);
  clock.advance(1);
  expect([presence.signal.aborted, settled]).toEqual([true, [["client_abort", 499, false]]]);
});

test("an answer that has come is not given up later", () => {
  const { clock, presence } = left(false);
  presence.end();
  clock.advance(timeLimits.hub.afterClientLeft);
  expect(presence.signal.aborted).toBe(false);
});

test("a stream without its client is read up to 16 MB", async () => {
  const { presence, settled } = left(true);
  const megabyte = new Uint8Array(1024 * 1024);
  const body = presence.reading((sink) => {
    for (let written = 0; written < 16; written += 1) {
      sink.write(megabyte);
    }
    expect(presence.signal.aborted).toBe(false);
    sink.write("one more");
    return Promise.resolve();
  });
  expect(body).toBeTypeOf("function");
  expect(presence.signal.aborted).toBe(true);
  await Promise.resolve();
  expect(settled).toHaveLength(1);
});
