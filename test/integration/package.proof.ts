import { readFileSync } from "node:fs";
import { join } from "node:path";

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

test("two builds in different places give the same bytes", () => {
  expect(first.vsix.equals(second.vsix)).toBe(true);
  expect(first.zip.equals(second.zip)).toBe(true);
});
