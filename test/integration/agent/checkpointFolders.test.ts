import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import {
  checkpointFolder,
  markLive,
  pruneCheckpoints,
  runFolders,
  spaceQuestion,
} from "../../../src/agentNode/checkpoints/checkpointFolders.ts";

let data: string;
const day = 86_400_000;
const now = 100 * day;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "ai-hub-folders-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** The checkpoints of a run that ended so many days ago. */
async function runOf(name: string, { days, bytes }: { days: number; bytes: number }) {
  const folder = join(await checkpointFolder(data, data), name);
  mkdirSync(join(folder, "contents", "aa"), { recursive: true });
  writeFileSync(join(folder, "contents", "aa", "content"), "x".repeat(bytes));
  writeFileSync(join(folder, "log.jsonl"), "");
  utimesSync(join(folder, "log.jsonl"), (now - days * day) / 1_000, (now - days * day) / 1_000);
  return folder;
}

test("checkpoints of 30 days and the newest up to the limit stay, and always those of a live run", async () => {
  const live = await runOf("live", { days: 40, bytes: 10 });
  const old = await runOf("old", { days: 31, bytes: 10 });
  const large = await runOf("large", { days: 3, bytes: 600 });
  const newer = await runOf("newer", { days: 2, bytes: 600 });
  const newest = await runOf("newest", { days: 1, bytes: 100 });
  // A process that is gone: no live one has this number.
  writeFileSync(join(old, "live.4194304999"), "");
  const release = await markLive(live);
  expect(await pruneCheckpoints(data, now, 1_000)).toEqual([old, large]);
  expect(await runFolders(await checkpointFolder(data, data))).toEqual([newest, newer, live]);
  await release?.();
  expect(await pruneCheckpoints(data, now, 1_000)).toEqual([live]);
});

test("a run in use by another process is not opened a second time", async () => {
  const folder = await runOf("run", { days: 1, bytes: 1 });
  writeFileSync(join(folder, `live.${process.ppid}`), "");
  expect(await markLive(folder)).toBeUndefined();
  if (process.platform === "linux") {
    // Of a dead process whose number is another's now.
    writeFileSync(join(folder, `live.${process.ppid}`), "1");
    expect(await markLive(folder)).toBeDefined();
  }
});

test("with little room the caller gets the question, with what checkpoints take", async () => {
  await runOf("run", { days: 1, bytes: 50 });
  expect(await spaceQuestion(data, 0)).toBeUndefined();
  const question = await spaceQuestion(data, Number.MAX_SAFE_INTEGER);
  expect(question?.kept).toBe(50);
  expect(question?.free).toBeGreaterThan(0);
});
