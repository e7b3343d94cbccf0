import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { CodeIndex } from "../../../src/codeIndex/codeIndex.ts";
import { IndexStore } from "../../../src/codeIndexNode/indexStore.ts";
import { testProgram } from "../../support/programs.ts";
import { ranked } from "../../unit/codeIndex/indexing.ts";
import { pathsFor, setUpFolder, signal } from "./indexedFolder.ts";

const folder = setUpFolder();

test("a writer that is killed leaves an index that loads or is built again, never a torn one", async () => {
  for (let number = 0; number < 300; number += 1) {
    folder.write(`src/f${number}.ts`, `export const value${number} = 1;\n`.repeat(20));
  }
  const { index } = await folder.open();
  await index.refresh(signal);
  await index.close();
  const writer = await testProgram(new URL("indexWriter.ts", import.meta.url));
  for (let round = 0; round < 12; round += 1) {
    const child = spawn(process.execPath, [writer, folder.data], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    let seen = 0;
    await new Promise<void>((resolve) => {
      // Killed in the middle of a write that follows another, at another place each round.
      child.stdout.on("data", () => {
        seen += 1;
        if (seen > round) {
          child.kill("SIGKILL");
        }
      });
      child.once("close", () => resolve());
    });
    const bytes = await new IndexStore({ folder: folder.data, now: Date.now }).read("code.index");
    expect(bytes && CodeIndex.decode(bytes, () => 0)?.index.stats.files).toBe(300);
  }
  const again = await folder.open();
  await again.index.refresh(signal);
  expect(again.reads).toEqual([]);
  // The lock of a process that died does not stop the next.
  folder.write("src/f0.ts", "export const changed = 1;\n");
  await again.index.refresh(signal);
  await again.index.close();
  expect((await folder.open()).index).toBeDefined();
  const bytes = await new IndexStore({ folder: folder.data, now: Date.now }).read("code.index");
  const kept = bytes && CodeIndex.decode(bytes, () => 0)?.index;
  expect(kept && ranked(kept, "changed")[0]?.path).toBe("src/f0.ts");
  // Nor does what the killed ones left stay on the disk.
  expect(readdirSync(folder.data)).toEqual(["code.index"]);
});

test("what a process left that died in a lock or a write goes with the next write", async () => {
  const store = new IndexStore({ folder: folder.data, now: Date.now });
  expect(await store.write("code.index", Uint8Array.of(1))).toBe(true);
  await store.close();
  for (const half of ["code.lock.0f3a.tmp", "code.index.0f3a.tmp"]) {
    writeFileSync(join(folder.data, half), "half");
  }
  expect(await store.write("code.index", Uint8Array.of(2))).toBe(true);
  await store.close();
  expect(readdirSync(folder.data)).toEqual(["code.index"]);
});

test.each([0, 10, 40, 1_000, -9])("a file cut or changed at %i is built again", async (place) => {
  folder.write("src/a.ts", "export const alpha = 1;\n");
  const first = await folder.open();
  await first.index.refresh(signal);
  await first.index.close();
  const path = join(folder.data, "code.index");
  const bytes = readFileSync(path);
  const at = place < 0 ? bytes.length + place : Math.min(place, bytes.length - 12);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, place === 40 ? bytes.subarray(0, 40) : bytes);
  const { index, reads } = await folder.open();
  expect(await pathsFor(index, "alpha")).toEqual([]);
  await index.refresh(signal);
  expect(reads).toEqual(["src/a.ts"]);
  expect(await pathsFor(index, "alpha")).toEqual(["src/a.ts"]);
  await index.close();
});

test("of two that have one folder open, the first writes until it closes", async () => {
  const first = new IndexStore({ folder: folder.data, now: Date.now });
  const second = new IndexStore({ folder: folder.data, now: Date.now });
  expect(await first.write("code.index", Uint8Array.of(1))).toBe(true);
  expect(await second.write("code.index", Uint8Array.of(2))).toBe(false);
  expect([...((await second.read("code.index")) ?? [])]).toEqual([1]);
  await second.close();
  expect(await second.write("code.index", Uint8Array.of(2))).toBe(false);
  await first.close();
  expect(await second.write("code.index", Uint8Array.of(2))).toBe(true);
  // After five minutes without a sign of life another may write, even if a process of that number runs.
  const later = new IndexStore({ folder: folder.data, now: () => Date.now() + 6 * 60_000 });
  expect(await later.write("code.index", Uint8Array.of(3))).toBe(true);
  expect(await second.write("code.index", Uint8Array.of(4))).toBe(false);
});

test("the index is readable by its owner only, and gone from the disk once it is deleted", async () => {
  const store = new IndexStore({ folder: folder.data, now: Date.now });
  await store.write("code.index", Uint8Array.of(1, 2, 3));
  expect(statSync(join(folder.data, "code.index")).mode & 0o777).toBe(0o600);
  expect(await store.size()).toBe(3);
  await store.delete();
  expect(existsSync(folder.data)).toBe(false);
});
