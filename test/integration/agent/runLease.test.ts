import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { beginningOf } from "../../../src/agentNode/processes/processBeginning.ts";
import { markLeft, takeLease } from "../../../src/agentNode/processes/runLease.ts";
import { isAlive } from "../../../src/sharedNode/liveProcess.ts";

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

test("what a process that died left running is ended by whoever takes a folder next", async () => {
  const child = spawn("sleep", ["300"], { env: { ...process.env, AI_HUB_RUN: "gone-run.1" } });
  const kept = spawn("sleep", ["300"], { env: { ...process.env, AI_HUB_RUN: "live-run.1" } });
  const ended = once(child, "exit");
  await markLeft(storage, "live-run");
  const left = { pid: 2 ** 22 + 1, began: "7", runId: "gone-run", beatAt: 0 };
  writeFileSync(join(storage, "leases", "left-gone"), JSON.stringify(left));
  await (await takeLease(place(), "mine", Date.now))?.release();
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(kept.exitCode).toBeNull();
  expect(readdirSync(join(storage, "leases")).filter((name) => name === "left-gone")).toEqual([]);
  kept.kill("SIGKILL");
});
