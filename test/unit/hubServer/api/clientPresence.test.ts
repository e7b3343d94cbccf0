import { expect, test } from "vitest";

import { Account } from "../../../../src/hubServer/api/account.ts";
import { watchWhole } from "../../../../src/hubServer/api/clientPresence.ts";
import { timeLimits } from "../../../../src/shared/base/timeLimits.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

function left() {
  const clock = new FakeClock();
  const client = new AbortController();
  const account = new Account({
    outputTokens: 1,
    attempt: () => Promise.reject(new Error("nothing is asked twice here")),
    meter: {
      hasCost: false,
      addOutput: () => true,
      addCounted: () => undefined,
      report: () => undefined,
      assumeAll: () => undefined,
      assumeInput: () => undefined,
      costsAt: () => undefined,
      settle: () => Promise.reject(new Error("nothing settles here")),
    },
  });
  const presence = watchWhole(client.signal, account, { clock });
  client.abort();
  return { clock, presence };
}

test("a whole answer has a bounded time after its client has left", () => {
  const { clock, presence } = left();
  clock.advance(timeLimits.hub.afterClientLeft - 1);
  expect(presence.signal.aborted).toBe(false);
  clock.advance(1);
  expect(presence.signal.aborted).toBe(true);
});

test("an answer that has come is not given up later", () => {
  const { clock, presence } = left();
  presence.end();
  clock.advance(timeLimits.hub.afterClientLeft);
  expect(presence.signal.aborted).toBe(false);
});
