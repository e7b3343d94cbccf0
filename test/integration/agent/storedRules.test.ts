import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { ApprovalRule } from "../../../src/agent/trust/approvalRules.ts";
import { StoredRules } from "../../../src/agentNode/storedRules.ts";

const touch: ApprovalRule = {
  kind: "command",
  words: ["touch"],
  extent: "beginning",
  effect: "allow",
};
const make: ApprovalRule = { kind: "command", words: ["make"], extent: "exact", effect: "allow" };
/** As a newer version may keep one. */
const foreign = { kind: "host", name: "example.com", effect: "deny" };

let place: string;
let file: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "ai-hub-rules-"));
  file = join(place, "rules.json");
});
afterEach(() => rmSync(place, { recursive: true }));

test("rules of all folders are listed, and one is removed from its own folder only", async () => {
  const book = new StoredRules(file);
  await book.add("/a", touch);
  await book.add("/a", make);
  await book.add("/b", touch);
  expect(new StoredRules(file).all()).toEqual([
    { folder: "/a", rule: touch },
    { folder: "/a", rule: make },
    { folder: "/b", rule: touch },
  ]);
  await book.remove({ folder: "/a", rule: touch });
  expect(book.rules("/a")).toEqual([make]);
  expect(book.rules("/b")).toEqual([touch]);
});

test("a rule that differs in its words' limits is another one", async () => {
  const book = new StoredRules(file);
  await book.add("/a", { ...make, words: ["make", "a"] });
  await book.add("/a", { ...make, words: ["make\na"] });
  await book.remove({ folder: "/a", rule: { ...make, words: ["make\na"] } });
  expect(book.rules("/a")).toEqual([{ ...make, words: ["make", "a"] }]);
});

test("a rule for outside the sandbox is another one than the same words inside", async () => {
  const book = new StoredRules(file);
  const outside = { ...make, reach: "outsideSandbox" } as const;
  await book.add("/a", make);
  await book.add("/a", outside);
  expect(book.rules("/a")).toEqual([make, outside]);
  await book.remove({ folder: "/a", rule: make });
  expect(book.rules("/a")).toEqual([outside]);
});

test("rules that this version does not know have no effect, and stay in the file", async () => {
  writeFileSync(file, JSON.stringify({ folders: { "/a": [foreign, touch] } }));
  const book = new StoredRules(file);
  expect(book.rules("/a")).toEqual([touch]);
  await book.add("/a", make);
  await book.remove({ folder: "/a", rule: touch });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ folders: { "/a": [foreign, make] } });
});

test.each(["{ half", '{"folders": 5}', ""])(
  "a file that cannot be read, %j, has no rules and is put aside when one is kept",
  async (text) => {
    writeFileSync(file, text);
    const book = new StoredRules(file);
    expect(book.rules("/a")).toEqual([]);
    await book.add("/a", make);
    expect(book.rules("/a")).toEqual([make]);
    const aside = readdirSync(place).filter((name) => name.includes("unreadable"));
    expect(aside.map((name) => readFileSync(join(place, name), "utf8"))).toEqual([text]);
  },
);
