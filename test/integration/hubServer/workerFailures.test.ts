import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { until } from "./hubProcess.ts";
import {
  admin,
  chat,
  chats,
  countOf,
  dispose,
  hub,
  lab,
  type Made,
  prepare,
  start,
  takenPort,
  workersOf,
} from "./workersLab.ts";

beforeAll(() => prepare(3), 120_000);
afterAll(dispose);

test("when all workers die at once, the hub is there again on the same port", async () => {
  const { token } = await admin<Made>("POST", "/tokens", { name: "all killed" });
  const before = workersOf(hub());
  for (const pid of before) {
    process.kill(pid, "SIGKILL");
  }
  await until("three others answer", async () => {
    const now = workersOf(hub());
    const isNew = now.length === 3 && now.every((pid) => !before.includes(pid));
    return (
      isNew &&
      (
        await hub()
          .api("/readyz")
          .catch(() => undefined)
      )?.status === 200
    );
  });
  expect(countOf(await chats(6, token), 200)).toBe(6);
});

test("a ledger that dies in the middle of its work leaves a whole chain with everything that was answered", async () => {
  const crashed = await start("crashed", 2);
  const { token } = await admin<Made>("POST", "/tokens", { name: "crash" }, crashed);
  const workers = workersOf(crashed);
  let answered = 0;
  const loops = Array.from({ length: 16 }, async () => {
    for (;;) {
      const response = await chat(token, { at: crashed }).catch(() => undefined);
      if (response?.status !== 200 || !(await response.text().catch(() => "")).includes("Yes.")) {
        return;
      }
      answered += 1;
    }
  });
  await until("it works", () => answered > 100);
  crashed.child.kill("SIGKILL");
  await Promise.all(loops);
  await until("its workers end too", () => workers.every((pid) => !existsSync(`/proc/${pid}/exe`)));

  const again = await start("crashed", 2);
  const verified = await admin<object>("GET", "/audit/verify", undefined, again);
  expect(verified).toMatchObject({ is_intact: true });
  const report = await again.api("/hub/v1/usage", {
    headers: { authorization: `Bearer ${token}` },
  });
  const { totals } = (await report.json()) as { readonly totals: { readonly requests: number } };
  expect(totals.requests).toBeGreaterThanOrEqual(answered);
  again.child.kill("SIGTERM");
  expect(await again.ended).toBe(0);
}, 60_000);

test("a port that is taken is named, and no process is left", async () => {
  const taken = takenPort();
  const data = join(lab.home, "taken");
  const program = lab.run(["--port", taken, "--data", data, "--workers", "2"]);
  expect(await program.ended).toBe(1);
  expect(program.stderr).toBe(
    `Port ${taken} is in use by another program. Give another with --port, or 0 for a free one.\n`,
  );
  expect(existsSync(join(data, "hub().lock"))).toBe(false);
});
