import { unzipSync } from "fflate";
import { expect, test } from "vitest";

import { zip } from "../../../scripts/zip.ts";

const files = {
  "extension/package.json": Buffer.from("{}"),
  "extension/l10n/é.json": Buffer.from("ação ".repeat(10_000)),
  "[Content_Types].xml": Buffer.from(""),
};

test("a package's files come back as they were, whatever their names and lengths", () => {
  const read = Object.entries(unzipSync(zip(files)));
  expect(read.map(([name, content]) => [name, Buffer.from(content).toString()])).toEqual(
    Object.entries(files)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, content]) => [name, content.toString()]),
  );
});

test("equal files give equal bytes, in whatever order they are given", () => {
  const turned = Object.fromEntries(Object.entries(files).toReversed());
  expect(Buffer.from(zip(turned)).equals(Buffer.from(zip(files)))).toBe(true);
});

test("more than the format's 65,535 files are refused", () => {
  const many = Object.fromEntries(
    Array.from({ length: 65_536 }, (_, at) => [`${at}`, new Uint8Array()]),
  );
  expect(() => zip(many)).toThrow(RangeError);
});
