import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import {
  type Build,
  buildTwice,
  extensionFiles,
  packagesInMaps,
  removeFolders,
} from "./packageBuild.ts";

let first: Build;
let second: Build;

beforeAll(() => {
  [first, second] = buildTwice();
}, 240_000);

afterAll(removeFolders);

test("the licence of every package that is in a bundle is in the package", () => {
  const names = packagesInMaps(first.folder);
  expect(names.length).toBeGreaterThan(30);
  const notices = new TextDecoder().decode(
    extensionFiles(first.vsix, "extension/")["dist/THIRD-PARTY-NOTICES.txt"],
  );
  expect(names.filter((name) => !notices.includes(`\n${name} `))).toEqual([]);
  expect(readFileSync(join(first.folder, "dist", "THIRD-PARTY-NOTICES.txt"), "utf8")).toBe(notices);
});

test("two builds in different places, at different times, give the same bytes", () => {
  const files = readdirSync(first.output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(first.output, join(entry.parentPath, entry.name)));
  expect(files.some((name) => name.endsWith(".tgz"))).toBe(true);
  expect(files.filter((name) => !isSame(name))).toEqual([]);
});

function isSame(name: string): boolean {
  return readFileSync(join(first.output, name)).equals(readFileSync(join(second.output, name)));
}
