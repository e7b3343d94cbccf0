import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { JournalFiles } from "../../../src/extension/seller/files/journalFiles.ts";
import { type JournalEntry, journalFileName } from "../../../src/seller/write/journalEntry.ts";
import { journalEntry } from "../../support/journalEntry.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "seller-journal-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function entriesOf(journal: JournalFiles): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const entry of journal.entries()) {
    entries.push(entry);
  }
  return entries;
}

/** Resolves with the ids that a program of its own had noted as being sent when it ended, or was killed. */
async function write(
  name: string,
  count: number,
  killAfter = Infinity,
): Promise<readonly string[]> {
  const program = join(root, "test/support/journalWriter.ts");
  const child = spawn(process.execPath, [program, folder, name, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => {
    printed += data.toString();
    if (printed.split("\n").length > killAfter) {
      child.kill("SIGKILL");
    }
  });
  await once(child, "close");
  return printed
    .split("\n")
    .slice(0, -1)
    .map((id) => id.trim());
}

test("several programs write one journal: no line is lost or torn, and what a killed one was sending is unknown", async () => {
  const noted = await Promise.all([write("a", 300), write("b", 300), write("c", 5_000, 200)]);
  const entries = await entriesOf(new JournalFiles(folder));
  const outcomes = new Map(entries.map(({ id, outcome }) => [id, outcome]));
  const [ofA, ofB, ofKilled] = noted;
  expect([ofA.length, ofB.length]).toEqual([300, 300]);
  expect([...ofA, ...ofB].filter((id) => outcomes.get(id) !== "done")).toEqual([]);
  expect(ofKilled.filter((id) => !outcomes.has(id))).toEqual([]);
  expect(new Set(outcomes.values())).toEqual(new Set(["done", "unknown"]));
});

test("a line that was torn by a crash costs no other line", async () => {
  const journal = new JournalFiles(folder);
  await journal.append(journalEntry("first"));
  appendFileSync(join(folder, journalFileName), '{"id":"torn","at":17');
  await journal.append(journalEntry("second"));
  expect((await entriesOf(new JournalFiles(folder))).map(({ id }) => id)).toEqual([
    "first",
    "second",
  ]);
});

test("what others wrote since is seen, also when the file was put aside in between", async () => {
  const mine = new JournalFiles(folder);
  const other = new JournalFiles(folder);
  await mine.append(journalEntry("mine"));
  expect(await entriesOf(mine)).toHaveLength(1);
  const large = { ...journalEntry("x"), body: "x".repeat(190_000) };
  for (let index = 0; index < 95; index += 1) {
    await other.append({ ...large, id: `large-${index}` });
  }
  await other.append(journalEntry("last"));
  expect(readdirSync(folder)).toHaveLength(2);
  const seen = await entriesOf(mine);
  expect([seen.length, seen[0]?.id, seen.at(-1)?.id]).toEqual([97, "mine", "last"]);
  expect((await entriesOf(new JournalFiles(folder))).map(({ id }) => id)).toEqual(
    seen.map(({ id }) => id),
  );
});

test("pages are the newest first, with and without a search, and each entry is found by its id", async () => {
  const journal = new JournalFiles(folder);
  for (let index = 0; index < 450; index += 1) {
    const entry = { ...journalEntry(`id-${index}`), origin: `loja.csv:${index} Café` };
    await journal.append({ ...entry, outcome: "sending" });
    await journal.append({ ...entry, answer: "x".repeat(4_000) });
  }
  await journal.append({ ...journalEntry("open"), outcome: "sending" });
  const newest = await journal.page({ search: "", offset: 0, count: 2 });
  expect([newest.matching, newest.entries.map(({ id, outcome }) => [id, outcome])]).toEqual([
    451,
    [
      ["open", "unknown"],
      ["id-449", "done"],
    ],
  ]);
  const found = await journal.page({ search: "cafe loja.csv:1", offset: 10, count: 200 });
  expect([found.matching, found.entries.length, found.entries[0]?.id]).toEqual([
    111,
    101,
    "id-189",
  ]);
  expect(await journal.find("id-7")).toMatchObject({ id: "id-7", answer: "x".repeat(4_000) });
  expect(await journal.find("nobody")).toBeUndefined();
});

test("an entry longer than the blocks in which the file is read is read whole", async () => {
  const journal = new JournalFiles(folder);
  const body = "\u0001".repeat(199_000);
  await journal.append({ ...journalEntry("long"), body });
  await journal.append(journalEntry("after"));
  const entries = await entriesOf(new JournalFiles(folder));
  expect(entries.map((entry) => [entry.id, entry.body?.length])).toEqual([
    ["long", 199_000],
    ["after", journalEntry("after").body?.length],
  ]);
});
