import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { trustedTime } from "../../../src/agentNode/files/ageClockFile.ts";

const day = 86_400_000;
let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "ai-hub-clock-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

test("what was seen of the clock is kept between starts", async () => {
  expect(await trustedTime(data, { now: 100 * day, uptimeMs: 0 })).toBe(0);
  expect(await trustedTime(data, { now: 101 * day, uptimeMs: day })).toBe(100 * day);
});

test("parts of a run that look at once read the same time and leave one file", async () => {
  await trustedTime(data, { now: 100 * day, uptimeMs: 0 });
  const looks = Array.from({ length: 20 }, () =>
    trustedTime(data, { now: 101 * day, uptimeMs: day }),
  );
  expect(new Set(await Promise.all(looks))).toEqual(new Set([100 * day]));
  expect(readdirSync(data)).toEqual(["clock.json"]);
});

test("after a damaged file nothing is old until the clock is trusted again", async () => {
  await trustedTime(data, { now: 100 * day, uptimeMs: 0 });
  writeFileSync(join(data, "clock.json"), "{");
  expect(await trustedTime(data, { now: 101 * day, uptimeMs: day })).toBe(0);
});

test("where nothing can be written nothing is old", async () => {
  writeFileSync(join(data, "file"), "");
  expect(await trustedTime(join(data, "file"), { now: 100 * day, uptimeMs: 0 })).toBe(0);
});
