import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readGitLog } from "../../../src/codeIndexNode/gitHistory.ts";
import { testProgram } from "../../support/programs.ts";
import { pathsFor, setUpFolder, signal } from "./indexedFolder.ts";

const folder = setUpFolder();
const aNumber: unknown = expect.any(Number);

test("opening again reads no file when nothing changed, and only what changed otherwise", async () => {
  folder.write("src/a.ts", "export const alpha = 1;\n");
  folder.write("src/b.ts", "export const beta = 1;\n");
  folder.write("min.js", "a".repeat(5_000));
  const first = await folder.open();
  expect(first.index.progress).toEqual({ done: 0, all: 0 });
  expect(await first.index.refresh(signal)).toMatchObject({ read: 3, files: 2 });
  expect(first.index.progress).toEqual({ done: 3, all: 3 });
  await first.index.close();
  const second = await folder.open();
  expect(await second.index.refresh(signal)).toMatchObject({ read: 0, files: 2 });
  expect(second.reads).toEqual([]);
  expect(await pathsFor(second.index, "alpha")).toEqual(["src/a.ts"]);
  await second.index.close();
  folder.write("src/b.ts", "export const gamma = 10;\n");
  const third = await folder.open();
  await third.index.refresh(signal);
  expect(third.reads).toEqual(["src/b.ts"]);
  expect(await pathsFor(third.index, "gamma")).toEqual(["src/b.ts"]);
  await third.index.close();
});

test("after another branch is checked out, no hit is gone and the new files are found", async () => {
  folder.write("src/common.ts", "export const shared = 1;\n");
  folder.write("src/old.ts", "export const widgetOld = 1;\n");
  folder.git("init", "-q", "-b", "main");
  folder.git("add", ".");
  folder.git("commit", "-qm", "one");
  folder.git("checkout", "-qb", "other");
  folder.git("rm", "-q", "src/old.ts");
  folder.write("src/new.ts", "export const widgetNew = 1;\n");
  folder.git("add", ".");
  folder.git("commit", "-qm", "two");
  folder.git("checkout", "-q", "main");
  const { index, reads } = await folder.open(true);
  await index.refresh(signal);
  expect(await pathsFor(index, "widget")).toEqual(["src/old.ts"]);
  folder.git("checkout", "-q", "other");
  reads.length = 0;
  expect(await index.refresh(signal)).toMatchObject({ read: 1, files: 2 });
  expect(reads).toEqual(["src/new.ts"]);
  expect(await pathsFor(index, "widget")).toEqual(["src/new.ts"]);
  await index.close();
});

test("a file that is deleted is not offered, even before the index knows", async () => {
  folder.write("src/a.ts", "export const alpha = 1;\n");
  folder.write("src/b.ts", "export const alphaToo = 1;\n");
  const { index } = await folder.open();
  await index.refresh(signal);
  rmSync(join(folder.code, "src/a.ts"));
  expect(await pathsFor(index, "alpha")).toEqual(["src/b.ts"]);
  await index.update(["src/a.ts"], signal);
  expect(await pathsFor(index, "alpha")).toEqual(["src/b.ts"]);
  await index.close();
});

test("rules that ignore files, nested and negated, and a rule that comes later", async () => {
  folder.write(".gitignore", "build/\n*.gen.ts\n!keep.gen.ts\n");
  folder.write("sub/.aihubignore", "private.ts\n");
  for (const path of ["build/a.ts", "x.gen.ts", "keep.gen.ts", "sub/private.ts", "sub/open.ts"]) {
    folder.write(path, "export const marker = 1;\n");
  }
  const { index } = await folder.open();
  await index.refresh(signal);
  expect(new Set(await pathsFor(index, "marker"))).toEqual(new Set(["keep.gen.ts", "sub/open.ts"]));
  folder.write("sub/.gitignore", "open.ts\n");
  await index.refresh(signal);
  expect(await pathsFor(index, "marker")).toEqual(["keep.gen.ts"]);
  await index.close();
});

test("without a repository there is no history, and all else works", async () => {
  folder.write("src/a.ts", "export const alpha = 1;\n");
  expect(
    await readGitLog(
      folder.code,
      { ...process.env, GIT_CEILING_DIRECTORIES: folder.base },
      { signal },
    ),
  ).toBeUndefined();
  const { index } = await folder.open(true);
  await index.refresh(signal);
  expect(await pathsFor(index, "alpha")).toEqual(["src/a.ts"]);
  await index.close();
});

test("the program answers queries of its flags and of a file, a line of JSON each", async () => {
  folder.write("src/retry.ts", "export function retryRequest() {\n  return 1;\n}\n");
  const queries = join(folder.base, "queries.jsonl");
  writeFileSync(queries, '{"query": "retry request"}\n\n{"query": "nothing like it xyz"}\n');
  const program = await testProgram(new URL("../../../src/codeIndexNode/main.ts", import.meta.url));
  const output = execFileSync(
    process.execPath,
    [
      "--no-warnings",
      program,
      "--folder",
      folder.code,
      "--queries",
      queries,
      "--data",
      folder.data,
      "--limit",
      "3",
      "--json",
      "retryRequest",
    ],
    { encoding: "utf8" },
  );
  const lines = output
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  const numbers = {
    files: 1,
    ms: aNumber,
    heapMb: aNumber,
    bytesOnDisk: aNumber,
  };
  const found = [{ path: "src/retry.ts", startLine: 1, endLine: 3, score: aNumber }];
  expect(lines).toEqual([
    { indexed: numbers },
    { query: "retryRequest", results: found, isPartial: false, ms: aNumber },
    { query: "retry request", results: found, isPartial: false, ms: aNumber },
    { query: "nothing like it xyz", results: [], isPartial: false, ms: aNumber },
  ]);
});

test("the program names a folder or queries that it cannot read", async () => {
  folder.write("src/a.ts", "alpha\n");
  const queries = join(folder.base, "queries.jsonl");
  writeFileSync(queries, '{"query": "alpha"}\n{"query": \n');
  const program = await testProgram(new URL("../../../src/codeIndexNode/main.ts", import.meta.url));
  const run = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [program, "--json", ...args], {
      encoding: "utf8",
    });
    return [status, stderr.split("\n", 1)[0]];
  };
  const none = join(folder.base, "none");
  expect(run("--folder", none, "alpha")).toEqual([2, `There is no folder ${none}.`]);
  const file = join(folder.code, "src/a.ts");
  expect(run("--folder", file, "alpha")).toEqual([2, `There is no folder ${file}.`]);
  const here = ["--folder", folder.code] as const;
  expect(run(...here, "")).toEqual([
    2,
    'The query is not {"query": "…"} with 1 to 10,000 characters.',
  ]);
  expect(run(...here, "--queries", none)).toEqual([2, `The queries in ${none} cannot be read.`]);
  expect(run(...here, "--queries", queries)).toEqual([
    2,
    'Line 2 of the queries is not {"query": "…"} with 1 to 10,000 characters.',
  ]);
});
