import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { portalAccess } from "../../../src/mcp/portalAccess.ts";
import { readOptions } from "../../../src/mcp/programOptions.ts";
import { journalLine, maxJournalBytes } from "../../../src/seller/write/journalEntry.ts";
import { journalEntry } from "../../support/journalEntry.ts";

const hourMs = 60 * 60 * 1000;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = readOptions([], {
  AI_HUB_SELLER_URL: "http://127.0.0.1:1",
  AI_HUB_SELLER_CLIENT_ID: "c",
  AI_HUB_SELLER_CLIENT_SECRET: "s",
  AI_HUB_SELLER_CODE: "1",
});

/** A file of the journal that the editor put aside so many hours ago. */
function putAside(id: string, hours: number): void {
  const at = String(Date.now() - hours * hourMs).padStart(15, "0");
  writeFileSync(join(folder, `journal-${at}-${id}.jsonl`), journalLine(journalEntry(id)));
}

test("what the editor put aside within a day is still known after a restart, and counts once", async () => {
  putAside("old", 25);
  putAside("young", 2);
  writeFileSync(
    join(folder, "journal.jsonl"),
    journalLine(journalEntry("young")) + journalLine(journalEntry("now")),
  );
  const { earlier } = portalAccess(options, join(folder, "journal.jsonl"));
  expect((await earlier?.())?.map(({ id }) => id).toSorted()).toEqual(["now", "young"]);
});

test("a journal that grew too long is put aside with its last entry, and still read", async () => {
  const path = join(folder, "journal.jsonl");
  writeFileSync(path, `${"x".repeat(maxJournalBytes)}\n`);
  const access = portalAccess(options, path);
  await access.journal({ ...journalEntry("last"), at: Date.now() });
  const [aside = ""] = readdirSync(folder);
  expect(aside).toMatch(/^journal-\d{15}-last\.jsonl$/u);
  await access.journal({ ...journalEntry("next"), at: Date.now() });
  expect(readFileSync(path, "utf8")).not.toContain("last");
  expect((await access.earlier?.())?.map(({ id }) => id)).toEqual(["last", "next"]);
});
