import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readLegacyState } from "../../../../src/hubServer/auth/legacyState.ts";
import {
  openDataFolder,
  openSharedDataFolder,
} from "../../../../src/hubServer/config/dataFolder.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-data-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function leaveLock(content: string): string {
  const lock = join(folder, "hub.lock");
  writeFileSync(lock, content);
  return lock;
}

function ownerOf(lock: string): unknown {
  return JSON.parse(readFileSync(lock, "utf8"));
}

test("a lock whose process is gone is taken over", () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const lock = leaveLock(JSON.stringify({ pid, nonce: "dead" }));
  const data = openDataFolder(folder, "mine");
  expect(ownerOf(lock)).toMatchObject({ pid: process.pid, nonce: "mine" });
  data.release();
});

test("a lock of a living process is respected", () => {
  leaveLock(JSON.stringify({ pid: process.ppid, nonce: "theirs" }));
  expect(() => openDataFolder(folder, "mine")).toThrow(
    `is in use by another hub (process ${process.ppid})`,
  );
});

test("a lock of another container is respected while it is renewed, though its process has our number", () => {
  const lock = leaveLock(JSON.stringify({ pid: process.pid, nonce: "theirs", host: "other" }));
  expect(() => openDataFolder(folder, "mine")).toThrow("is in use by another hub");
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(lock, longAgo, longAgo);
  openDataFolder(folder, "mine").release();
});

test("a lock that nobody renews is taken over, though its process id lives on in another program", () => {
  const lock = leaveLock(JSON.stringify({ pid: process.ppid, nonce: "old" }));
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(lock, longAgo, longAgo);
  openDataFolder(folder, "mine").release();
});

test.each(["", "{", "null", '{"pid":"x"}'])("a torn lock is nobody's: %j", (content) => {
  leaveLock(content);
  openDataFolder(folder, "mine").release();
});

test("a lock that another process has taken meanwhile is not given back", () => {
  const data = openDataFolder(folder, "mine");
  const lock = leaveLock(JSON.stringify({ pid: process.ppid, nonce: "theirs" }));
  data.release();
  expect(ownerOf(lock)).toEqual({ pid: process.ppid, nonce: "theirs" });
});

test("a state file that cannot be understood stops the start and stays as it is", () => {
  const path = join(folder, "state.json");
  writeFileSync(path, '{"schema":1,"tok');
  expect(() => readLegacyState(folder)).toThrow(path);
  expect(readFileSync(path, "utf8")).toBe('{"schema":1,"tok');
});

/** Only the superuser can give a folder away. */
test.runIf(process.getuid?.() === 0)("a folder of another user is refused with a word", () => {
  chownSync(folder, 4_711, 4_711);
  for (const open of [() => openDataFolder(folder, "mine"), () => openSharedDataFolder(folder)]) {
    expect(open).toThrow("belongs to another user of this machine (4711)");
  }
});
