import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { forgetPart } from "../../../src/extension/forgetPart.ts";

let folder: string;
let load: NodeJS.Require;

/** Chunks of a part, of another part, and what both or only one of them need. */
const chunks = {
  "completionHost-AB": 'exports.own = require("./own-1.js"); require("./both-2.js");',
  "own-1": 'require("./deep-3.js"); exports.made = {};',
  "deep-3": "",
  "both-2": "",
  "otherHost-CD": 'require("./both-2.js");',
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forget-"));
  mkdirSync(join(folder, "chunks"));
  for (const [name, text] of Object.entries(chunks)) {
    writeFileSync(join(folder, "chunks", `${name}.js`), text);
  }
  load = createRequire(join(folder, "main.js"));
});

afterAll(() => rmSync(folder, { recursive: true }));

function loaded(): readonly string[] {
  const names = Object.keys(chunks);
  return names.filter((name) => load.cache[join(folder, "chunks", `${name}.js`)] !== undefined);
}

interface Part {
  readonly own: { readonly made: object };
}

test("a part is dropped with what only it needed, and loaded anew", () => {
  load("./chunks/otherHost-CD.js");
  const first = load("./chunks/completionHost-AB.js") as Part;
  expect(loaded()).toEqual(Object.keys(chunks));
  forgetPart("completionHost");
  expect(loaded()).toEqual(["both-2", "otherHost-CD"]);
  const again = load("./chunks/completionHost-AB.js") as Part;
  expect(again.own.made).not.toBe(first.own.made);
  forgetPart("completionHost");
  expect(loaded()).toEqual(["both-2", "otherHost-CD"]);
});

test("no module of what stays holds a dropped one", () => {
  load("./chunks/completionHost-AB.js");
  forgetPart("completionHost");
  const held = Object.values(load.cache).flatMap((one) => one?.children ?? []);
  expect(held.filter(({ id }) => id.includes("completionHost-AB"))).toEqual([]);
});
