import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import * as files from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type LockDeps, takeImportLock } from "../../../../../src/seller/csv/run/importLock.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "import-lock-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const environment = { baseUrl: "https://portal.example.com/api", codigoSeller: 1001 };
const running = new Set([1, 2]);

function program(pid: number, machine = "here"): LockDeps {
  return {
    files,
    folder,
    clock: { now: () => Date.now(), startTimer: () => () => undefined },
    newId: () => crypto.randomUUID(),
    pid,
    machine,
    isAlive: (other) => running.has(other),
  };
}

function age(ms: number): void {
  const then = new Date(Date.now() - ms);
  for (const name of readdirSync(folder)) {
    utimesSync(join(folder, name), then, then);
  }
}

test("the second import learns who writes, and may write when the first has ended", async () => {
  const first = await takeImportLock(program(1), environment, "a.csv");
  expect(await takeImportLock(program(2), environment, "b.csv")).toMatchObject({
    ok: false,
    holder: { file: "a.csv", pid: 1, machine: "here" },
  });
  const other = { ...environment, codigoSeller: 1002 };
  expect((await takeImportLock(program(2), other, "b.csv")).ok).toBe(true);
  if (first.ok) {
    await first.release();
  }
  expect((await takeImportLock(program(2), environment, "b.csv")).ok).toBe(true);
});

test("the lock of a process that ended is taken over, and its late release removes nothing", async () => {
  const dead = await takeImportLock(program(77), environment, "a.csv");
  const next = await takeImportLock(program(2), environment, "b.csv");
  expect(next.ok).toBe(true);
  if (dead.ok) {
    await dead.release();
  }
  expect((await takeImportLock(program(1), environment, "c.csv")).ok).toBe(false);
});

test("a lock of another machine holds while it is touched, whatever its process id is here", async () => {
  await takeImportLock(program(77, "there"), environment, "a.csv");
  age(60_000);
  expect((await takeImportLock(program(1), environment, "b.csv")).ok).toBe(false);
  age(130_000);
  expect((await takeImportLock(program(1), environment, "b.csv")).ok).toBe(true);
});

test("a torn lock holds for a moment, and then no longer", async () => {
  await takeImportLock(program(1), environment, "a.csv");
  const [name = ""] = readdirSync(folder);
  writeFileSync(join(folder, name), '{"id":');
  expect((await takeImportLock(program(2), environment, "b.csv")).ok).toBe(false);
  age(130_000);
  expect((await takeImportLock(program(2), environment, "b.csv")).ok).toBe(true);
});

test("of many that take a dead lock over at once, one holds it", async () => {
  for (let time = 0; time < 50; time += 1) {
    const at = { ...environment, codigoSeller: time };
    await takeImportLock(program(77), at, "a.csv");
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => takeImportLock(program(1), at, "b.csv")),
    );
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
  }
});

test("a program that ended while it took a lock over, on any machine, hinders nobody for long", async () => {
  await takeImportLock(program(77, "there"), environment, "a.csv");
  const [name = ""] = readdirSync(folder);
  writeFileSync(join(folder, `${name}.taking`), "");
  age(130_000);
  expect((await takeImportLock(program(1), environment, "b.csv")).ok).toBe(true);
  expect(readdirSync(folder)).toEqual([name]);
});
