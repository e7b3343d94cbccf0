import { expect, test } from "vitest";

import { UsageFeed } from "../../../../../src/hubServer/admin/reports/usageFeed.ts";
import { openSqliteStore } from "../../../../../src/hubServer/store/sqlite/sqliteStore.ts";
import { FakeClock } from "../../../../support/fakeClock.ts";

function onError(error: unknown): never {
  throw error;
}

test("of pages that begin to watch at the same moment, those above the limit are told to come later", async () => {
  const clock = new FakeClock();
  const { audit } = openSqliteStore(":memory:", { now: () => clock.now() });
  const feed = new UsageFeed({ audit, clock, onError });
  const leave = new AbortController();
  const bodies = await Promise.all(Array.from({ length: 60 }, () => feed.stream(leave.signal)));
  const begun: string[] = [];
  const ended = bodies.map((body) =>
    body({
      write: (chunk) => {
        begun.push(String(chunk));
        return true;
      },
      drained: () => Promise.resolve(),
    }),
  );
  expect(begun.filter((text) => text === ": usage as it happens\n\n")).toHaveLength(50);
  expect(begun.filter((text) => text === "retry: 60000\n\n")).toHaveLength(10);
  await expect(feed.stream(leave.signal)).rejects.toMatchObject({ status: 503 });
  leave.abort();
  await Promise.all(ended);
});
