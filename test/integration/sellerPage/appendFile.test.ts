import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { AppendFile } from "../../../src/extension/seller/files/appendFile.ts";
import { ImportFiles } from "../../../src/extension/seller/files/importFiles.ts";
import { withFullDisk } from "../../support/fullDisk.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "append-file-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const source = pathToFileURL(join(root, "src/extension/seller/files/appendFile.ts")).href;

test("of several texts that wait for one write, each learns that it could not be written", async () => {
  const path = join(folder, "log");
  symlinkSync("/dev/full", path);
  const file = new AppendFile(path, { isLog: true });
  const first = await Promise.allSettled([file.append("a\n"), file.append("b\n")]);
  expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  rmSync(path);
  await Promise.all([file.append("c\n"), file.append("d\n", { isDurable: true })]);
  await file.append("e\n");
  expect(readFileSync(path, "utf8")).toBe("\nc\nd\n\ne\n");
});

test("a row that did not fit on the disk leaves no half of itself behind", async () => {
  const path = join(folder, "failed.csv");
  const printed = await withFullDisk(`
    import { AppendFile } from ${JSON.stringify(source)};
    const file = new AppendFile(${JSON.stringify(path)});
    await file.append("x".repeat(999) + "\\n");
    console.log(await file.append("y".repeat(100) + "\\n").then(() => "written", () => "refused"));
  `);
  expect(printed).toBe("refused");
  expect(readFileSync(path, "utf8")).toBe(`${"x".repeat(999)}\n`);
});

test("an import whose log cannot be read does not begin: its rows may have been sent", async () => {
  mkdirSync(join(folder, "id", "rows.log"), { recursive: true });
  await expect(new ImportFiles(folder, () => Promise.resolve(0)).open("id")).rejects.toThrow(
    "EISDIR",
  );
});
