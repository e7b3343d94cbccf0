import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { isAlive } from "../../../src/agentNode/liveProcess.ts";
import { beginningOf } from "../../../src/agentNode/processBeginning.ts";
import { takeLease } from "../../../src/agentNode/runLease.ts";

let storage: string;

beforeEach(() => {
  storage = mkdtempSync(join(tmpdir(), "ai-hub-lease-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(storage, { recursive: true, force: true });
});

/** The lease of a run of another process on the folder `/w`. */
async function otherLease(pid: number): Promise<void> {
  const folder = join(storage, "leases");
  mkdirSync(folder, { recursive: true });
  const name = createHash("sha256").update("/w").digest("hex").slice(0, 32);
  const lease = { pid, began: await beginningOf(pid), runId: "other", beatAt: 0 };
  writeFileSync(join(folder, name), JSON.stringify(lease));
}

const place = (): Parameters<typeof takeLease>[0] => ({ storage, folder: "/w" });

function refuseSignals(code: string): void {
  vi.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
}

test("a process that may not be signalled lives, one that is not there does not", () => {
  refuseSignals("EPERM");
  expect(isAlive(1)).toBe(true);
  refuseSignals("ESRCH");
  expect(isAlive(1)).toBe(false);
});

test("the folder of another user's run is not taken from it", async () => {
  await otherLease(process.ppid);
  refuseSignals("EPERM");
  expect(await takeLease(place(), "mine", () => 1_000)).toBeUndefined();
});

test("the folder of a run whose process died is free", async () => {
  await otherLease(2 ** 22 + 1);
  const lease = await takeLease(place(), "mine", () => 1_000);
  expect(lease).toBeDefined();
  await lease?.release();
});
