import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { FileLedger } from "../../../src/agent/tools/base/fileLedger.ts";
import { namedSecret } from "../../../src/agent/tools/base/namedSecret.ts";
import { readFile } from "../../../src/agent/tools/files/readFile.ts";
import { problemLines } from "../../../src/agent/tools/problems/getProblems.ts";
import { findSymbol } from "../../../src/agent/tools/search/findSymbol.ts";
import { searchText } from "../../../src/agent/tools/search/searchText.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import { readPersonExcludesWith } from "../../../src/shared/guarded/personExcludes.ts";
import { readOuterExcludes } from "../../../src/sharedNode/gitExcludes.ts";

let folder = "";
const none = () => undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-search-"));
});
afterEach(() => {
  readPersonExcludesWith(none, none);
  rmSync(folder, { recursive: true });
});

/** `times`: the beginning, and at each batch of files; by default there is an hour, however busy the machine is. */
async function search(args: object, ...times: readonly number[]): Promise<string> {
  return await searchIn(folder, args, times);
}

async function searchIn(root: string, args: object, times: readonly number[]): Promise<string> {
  const left = times.length === 0 ? [3_600_000] : [...times];
  const now = (): number => left.shift() ?? 0;
  const { signal } = new AbortController();
  const prepared = await searchText(await NodeWorkspace.open(root), now).prepare(
    args,
    new AbortController().signal,
  );
  return prepared.kind === "ready" ? (await prepared.run(signal)).text : prepared.kind;
}

test("many files that are large together are all searched", async () => {
  const line = `${"x".repeat(79)}\n`;
  for (let index = 0; index < 190; index += 1) {
    const end = index === 189 ? "needle\n" : "";
    writeFileSync(join(folder, `f${1_000 + index}.txt`), line.repeat(650) + end);
  }
  expect(await search({ query: "needle" })).toBe("f1189.txt:651: needle");
});

test("two seconds are for all files together, and the result says from where nothing was searched", async () => {
  const line = `${"x".repeat(79)}\n`;
  for (let index = 0; index < 10; index += 1) {
    writeFileSync(join(folder, `f${index}.txt`), `${line.repeat(20_000)}needle\n`);
  }
  // A batch has four files. Of the first one's time a whole hour is left.
  const first = [0, 1, 2, 3].map((index) => `f${index}.txt:20001: needle`);
  expect((await search({ query: "needle" }, 3_600_000, 0, 3_602_000)).split("\n")).toEqual([
    ...first,
    expect.stringContaining(
      "took longer than 2 seconds, and 6 files were not searched, from f4.txt on",
    ) as string,
  ]);
  expect(await search({ query: "needle" }, 0, 2_000)).toContain(
    "No hits so far: the search took longer than 2 seconds, and 10 files were not searched, from f0.txt on",
  );
});

test("a file that is not UTF-8 is named", async () => {
  writeFileSync(join(folder, "latin.txt"), Buffer.from("façade\n", "latin1"));
  writeFileSync(join(folder, "binary.bin"), Buffer.from([0, 255]));
  expect(await search({ query: "needle" })).toContain("no UTF-8, not searched: latin.txt]");
});

test("a file that is too large is named, also where nothing is found", async () => {
  writeFileSync(join(folder, "big.txt"), "needle\n".repeat(400_000));
  writeFileSync(join(folder, "small.txt"), "nothing\n");
  const text = await search({ query: "needle" });
  expect(text).toContain("No hits.");
  expect(text).toContain("too large, not searched: big.txt");
});

test("a workspace with more folders than are walked says so", async () => {
  for (let index = 0; index < 5_100; index += 1) {
    mkdirSync(join(folder, `d${index}`));
  }
  expect(await search({ query: "needle" })).toContain("more files than are searched at once");
});

test("what lies outside the workspace takes no places of what lies inside", async () => {
  const workspace = await NodeWorkspace.open(folder);
  const outside = Array.from({ length: 300 }, (_, line) => ({
    path: "/usr/lib/library.ts",
    line,
    name: "find",
    kind: "method",
  }));
  const inside = { path: join(folder, "a.ts"), line: 7, name: "find", kind: "function" };
  const symbols = {
    workspace: () => Promise.resolve([...outside, inside]),
    related: () => Promise.resolve([]),
  };
  const prepared = await findSymbol(workspace, symbols).prepare(
    {
      kind: "workspace",
      query: "find",
    },
    new AbortController().signal,
  );
  const { signal } = new AbortController();
  const found = prepared.kind === "ready" ? await prepared.run(signal) : undefined;
  expect(found?.text).toBe("a.ts:7 function find");
  const problem = { severity: "error" as const, message: "wrong", source: "ts" };
  const problems = [...outside, inside].map(({ path, line }) => ({ ...problem, path, line }));
  expect(await problemLines(problems, workspace)).toBe("a.ts:7: error: wrong (ts)");
});

test("a file that holds a secret by its text is not searched, and read only after a card", async () => {
  writeFileSync(
    join(folder, "kube.yaml"),
    `    client-key-data: ${"Zm9vQmFy0".repeat(12)}\nneedle: 1\n`,
  );
  writeFileSync(join(folder, "a.yaml"), "needle: 2\n");
  const workspace = await NodeWorkspace.open(folder);
  const read = readFile({ workspace, ledger: new FileLedger() });

  expect(await search({ query: "needle" })).toBe("a.yaml:1: needle: 2");
  expect(await read.prepare({ path: "kube.yaml" }, new AbortController().signal)).toMatchObject({
    planned: { act: "outside", isSecret: true },
  });
  expect(await read.prepare({ path: "a.yaml" }, new AbortController().signal)).toMatchObject({
    planned: { act: "read" },
  });
  expect(await namedSecret("base64 kube.yaml", folder, workspace)).toEqual({ isSecret: true });
  expect(await namedSecret("base64 a.yaml", folder, workspace)).toEqual({});
});

test("files that Git's rules of the person leave out are not searched, unless the repository says so", async () => {
  readPersonExcludesWith(() => "*.local\n", none);
  writeFileSync(join(folder, ".gitignore"), "!kept.local\n");
  for (const name of ["a.txt", "kept.local", "mine.local"]) {
    writeFileSync(join(folder, name), "needle\n");
  }

  expect(await search({ query: "needle" })).toBe("a.txt:1: needle\nkept.local:1: needle");
});

function git(at: string, ...args: readonly string[]): void {
  const person = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", [...person, ...args], { cwd: at });
}

/** What is found of four files. */
async function foundIn(root: string): Promise<string> {
  for (const name of ["one.txt", "two.txt", "three.txt", "four.txt"]) {
    writeFileSync(join(root, name), "needle\n");
  }
  return await searchIn(root, { query: "needle" }, []);
}

test("the list of the repository of a linked worktree or of a folder above holds, unless it leaves out the folder itself", async () => {
  const [top, linked] = [join(folder, "top"), join(folder, "linked")];
  mkdirSync(join(top, "sub/deep"), { recursive: true });
  git(top, "init", "-q");
  git(top, "commit", "-q", "--allow-empty", "-m", "a");
  git(top, "worktree", "add", "-q", linked);
  const rules = ["/sub/deep/one.txt", "two.txt", "/three.txt"];
  const exclude = join(top, ".git/info/exclude");
  writeFileSync(exclude, rules.join("\n"));
  readPersonExcludesWith(none, readOuterExcludes);

  expect(await foundIn(linked)).toBe("four.txt:1: needle\none.txt:1: needle");
  expect(await foundIn(join(top, "sub/deep"))).toBe("four.txt:1: needle\nthree.txt:1: needle");
  writeFileSync(exclude, "*\n");
  expect((await foundIn(join(top, "sub/deep"))).split("\n")).toHaveLength(4);
});

test("files that Git's own list of the repository leaves out are not searched", async () => {
  mkdirSync(join(folder, ".git/info"), { recursive: true });
  writeFileSync(join(folder, ".git/info/exclude"), "notes.txt\n");
  writeFileSync(join(folder, "notes.txt"), "needle\n");
  writeFileSync(join(folder, "a.txt"), "needle\n");

  expect(await search({ query: "needle" })).toBe("a.txt:1: needle");
});
