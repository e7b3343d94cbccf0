import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { IndexStore } from "../../../src/codeIndexNode/indexStore.ts";
import { pathsFor, setUpFolder, signal } from "./indexedFolder.ts";

const folder = setUpFolder();

const endless: readonly (readonly [name: string, make: (path: string) => void])[] = [
  ["a named pipe", (path) => execFileSync("mkfifo", [path])],
  ["a link to a device", (path) => symlinkSync("/dev/zero", path)],
  [
    "a link to a named pipe",
    (path) => {
      const pipe = join(folder.base, "pipe");
      rmSync(pipe, { force: true });
      execFileSync("mkfifo", [pipe]);
      symlinkSync(pipe, path);
    },
  ],
];

function replace(path: string, make: (path: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  make(path);
}

describe.skipIf(process.platform === "win32")("in the place of a file", () => {
  test.each(endless)("%s for the stored index is never read, and replaced", async (_, make) => {
    folder.write("src/a.ts", "export const alpha = 1;\n");
    const path = join(folder.data, "code.index");
    replace(path, make);
    const { index } = await folder.open();
    await index.refresh(signal);
    expect(await pathsFor(index, "alpha")).toEqual(["src/a.ts"]);
    await index.close();
    expect(lstatSync(path).isFile()).toBe(true);
    expect((await folder.open()).index).toBeDefined();
  });

  test.each(endless)("%s for the lock is never read, and replaced", async (_, make) => {
    const path = join(folder.data, "code.lock");
    replace(path, make);
    const store = new IndexStore({ folder: folder.data, now: Date.now });
    expect(await store.write("code.index", Uint8Array.of(1))).toBe(true);
    expect(lstatSync(path).isFile()).toBe(true);
    replace(path, make);
    expect(await store.write("code.index", Uint8Array.of(2))).toBe(true);
    replace(path, make);
    await store.close();
  });

  test.each(endless)("%s among the code or its rules is left out", async (_, make) => {
    folder.write("src/a.ts", "export const alpha = 1;\n");
    replace(join(folder.code, "src/x.ts"), make);
    replace(join(folder.code, ".gitignore"), make);
    const { index, reads } = await folder.open();
    await index.refresh(signal);
    expect(reads).toEqual(["src/a.ts"]);
    // It may also replace a file after the folder was listed.
    replace(join(folder.code, "src/a.ts"), make);
    await index.refresh(signal);
    expect(await pathsFor(index, "alpha")).toEqual([]);
    await index.close();
  });
});
