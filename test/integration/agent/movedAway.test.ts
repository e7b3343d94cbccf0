import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { moveAway, pruneMovedAway } from "../../../src/agentNode/checkpoints/movedAway.ts";

let folder: string;
const day = 86_400_000;
const now = 100 * day;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-moved-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a command had moved away so many days ago. */
function moved(name: string, { days, bytes }: { days: number; bytes: number }): void {
  mkdirSync(join(folder, name, "0-.git"), { recursive: true });
  writeFileSync(join(folder, name, "0-.git", "config"), "x".repeat(bytes));
  utimesSync(join(folder, name), (now - days * day) / 1_000, (now - days * day) / 1_000);
}

test("what was moved away stays 30 days and up to the limit, oldest first, and a day in any case", async () => {
  moved("old", { days: 31, bytes: 1 });
  moved("large", { days: 3, bytes: 600 });
  moved("newer", { days: 2, bytes: 600 });
  moved("today", { days: 0.5, bytes: 5_000 });
  await pruneMovedAway(folder, now, 5_700);
  const left = ["old", "large", "newer", "today"].filter((name) => existsSync(join(folder, name)));
  expect(left).toEqual(["newer", "today"]);
  await pruneMovedAway(folder, now, 100);
  expect(existsSync(join(folder, "today"))).toBe(true);
  expect(existsSync(join(folder, "newer"))).toBe(false);
  await pruneMovedAway(join(folder, "none"), now);
});

test("what is moved away under the same name twice, by a run that went on, is there twice", async () => {
  const path = join(folder, ".vscode");
  const texts: string[] = [];
  const places: string[] = [];
  for (const text of ["first", "second"]) {
    mkdirSync(path);
    writeFileSync(join(path, "settings.json"), text);
    const [gone] = await moveAway([path], join(folder, "away", "run.1"));
    expect(existsSync(path)).toBe(false);
    places.push(gone?.to ?? "");
  }
  for (const place of places) {
    texts.push(readFileSync(join(place, "settings.json"), "utf8"));
  }
  expect(texts).toEqual(["first", "second"]);
  expect(await moveAway([path], join(folder, "none"))).toEqual([]);
});
