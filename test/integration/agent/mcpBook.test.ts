import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { McpBook } from "../../../src/agentNode/mcpClient/mcpBook.ts";

const home = mkdtempSync(join(tmpdir(), "ai-hub-book-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("an entry that cannot be read costs the decisions about its server only", async () => {
  const file = join(home, "book.json");
  const good = { start: "hash", seen: { act: { pin: "p", text: "t" } }, off: [] };
  const bad = { ...good, seen: { act: { pin: "p", text: "x".repeat(70_000) } } };
  writeFileSync(file, JSON.stringify({ bad, good }));
  const book = new McpBook(file);
  expect(book.read("good")).toEqual(good);
  expect(book.read("bad")).toEqual({ seen: {}, off: [] });
  await book.change("other", (before) => ({ ...before, off: ["act"] }));
  expect(book.read("good")).toEqual(good);
  writeFileSync(file, readFileSync(file, "utf8").slice(1));
  expect(book.read("good")).toEqual({ seen: {}, off: [] });
});
