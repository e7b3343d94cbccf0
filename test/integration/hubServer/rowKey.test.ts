import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { openStore } from "../../../src/hubServer/openStore.ts";
import type { SessionRecord } from "../../../src/hubServer/store/records.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "ai-hub-row-key-"));
afterEach(() => rmSync(dataFolder, { recursive: true }));

const session: SessionRecord = {
  hash: "5e".repeat(32),
  userId: "admin",
  csrfToken: "csrf",
  createdAt: 0,
  expiresAt: 1_000,
};

async function inStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const config = { databaseUrl: undefined, adminToken: undefined, dataFolder };
  const store = await openStore(config, new FakeClock(), "start");
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

test("sessions outlive a restart, and hold only with the key that stands beside the database", async () => {
  const find = () => inStore(({ sessions }) => sessions.find(session.hash, 0));
  await inStore(({ sessions }) => sessions.create(session));
  const key = join(dataFolder, "row-key");
  // Windows has no such modes.
  expect(process.platform === "win32" || (statSync(key).mode & 0o777) === 0o600).toBe(true);
  expect(await find()).toEqual(session);

  writeFileSync(key, "another key");
  expect(await find()).toBeUndefined();
});
