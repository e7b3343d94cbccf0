import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { checkPlain } from "../../../src/agentNode/commands/plainCheck.ts";

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ai-hub-plain-"));
  folder = join(root, "workspace");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.txt"), "x\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function isPlain(script: string): Promise<boolean> {
  const path = process.env["PATH"] ?? "";
  return (await checkPlain(script, { folder, workspace: [folder], path })) !== undefined;
}

/** Those of the scripts that would run without a question. */
async function plainOnes(scripts: readonly string[]): Promise<readonly string[]> {
  const are = await Promise.all(scripts.map(isPlain));
  return scripts.filter((_, index) => are[index]);
}

test("one foreign command makes the whole chain ask, wherever it stands", async () => {
  expect(await isPlain("cat a.txt | wc -l && ls; pwd")).toBe(true);
  const chains = ["&&", "||", ";", "|", "\n"].flatMap((way) => [
    `cat a.txt ${way} npm test`,
    `npm test ${way} cat a.txt`,
    `ls ${way} npm test ${way} pwd`,
  ]);
  expect(await plainOnes(chains)).toEqual([]);
});

test("a newline separates commands, and in quotes, where a command could hide behind it, it asks", async () => {
  expect(await plainOnes(["echo a\npwd", "echo a\nrm b", "pwd\n\nrm b"])).toEqual(["echo a\npwd"]);
  const quoted = ["echo 'a\nrm b'", 'echo "a\nrm b"', "echo 'a\nb' c\nrm d", "grep 'a\nb' a.txt"];
  expect(await plainOnes(quoted)).toEqual([]);
});

test("no assignment, before a command, alone or in one", async () => {
  const scripts = [
    "PATH=. cat a.txt",
    "A=1",
    "A=1; cat a.txt",
    "cat a.txt; PATH=.",
    "export A=1",
    "A+=1 ls",
  ];
  expect(await plainOnes(scripts)).toEqual([]);
});

test("no redirection but 2>&1 and to /dev/null", async () => {
  const harmless = ["cat a.txt 2>&1", "cat a.txt 2>/dev/null", "cat a.txt >/dev/null 2>&1"];
  expect(await plainOnes(harmless)).toEqual(harmless);
  const others = [
    "echo x > b.txt",
    "echo x >> a.txt",
    "cat < a.txt",
    "cat a.txt &> b",
    "cat a.txt >& b",
    "cat a.txt >| b",
    "cat a.txt 2> b",
    "cat <<x\nx",
    "cat <<< x",
    "cat a.txt > /dev/nullx",
    "cat a.txt > /dev/../b",
    "cat <(ls)",
  ];
  expect(await plainOnes(others)).toEqual([]);
});

test("no option that runs or writes", async () => {
  const scripts = [
    "find . -exec rm a.txt ';'",
    "find . -delete",
    "find . -fls b",
    "sort -o b a.txt",
    "sort --compress-program=sh a.txt",
    "rg --pre sh x a.txt",
    "rg --hostname-bin=sh x a.txt",
    "sed -n '1w b' a.txt",
    "sed -n 1e a.txt",
    "sed -i 1d a.txt",
    "git diff --output=b",
    "git diff --ext-diff",
    "git log --output=b",
    "uniq a.txt b",
    "tail -f a.txt",
    "file -C a.txt",
  ];
  expect(await plainOnes(scripts)).toEqual([]);
});

test("an operand counts as what its link leads to", async () => {
  writeFileSync(join(root, "outside.txt"), "x");
  writeFileSync(join(folder, ".env"), "KEY=1");
  symlinkSync(join(root, "outside.txt"), join(folder, "outside"));
  symlinkSync(join(folder, ".env"), join(folder, "secret"));
  symlinkSync(root, join(folder, "up"));
  symlinkSync(join(folder, "a.txt"), join(folder, "inside"));
  symlinkSync("round", join(folder, "round"));
  const scripts = [
    "cat outside",
    "cat secret",
    "ls up",
    "head up/outside.txt",
    "cat up/workspace/.env",
  ];
  expect(await plainOnes(scripts)).toEqual([]);
  expect(await isPlain("cat inside")).toBe(true);
});

test("no blank or mark that people do not see", async () => {
  const marks = [
    "\u00a0",
    "\u200b",
    "\u2028",
    "\u3000",
    "\ufeff",
    "\u0000",
    "\u001b",
    "\r",
    "\u202e",
  ];
  const scripts = marks.flatMap((mark) => [
    `cat${mark}a.txt`,
    `cat a.txt${mark}`,
    `cat 'a${mark}.txt'`,
    `cat a.txt;${mark}npm test`,
  ]);
  expect(await plainOnes(scripts)).toEqual([]);
});

test("nothing of PowerShell or cmd is plain, and on Windows nothing at all", async () => {
  const scripts = [
    "Get-Content a.txt",
    "gc a.txt",
    "type a.txt",
    "powershell -Command ls",
    "pwsh -c pwd",
    "cmd /c dir",
    "cat a.txt; $x",
    "cat $env:HOME",
    "ls | % { $_ }",
    "& ls",
  ];
  expect(await plainOnes(scripts)).toEqual([]);
  const real = Object.getOwnPropertyDescriptor(process, "platform");
  Object.defineProperty(process, "platform", { ...real, value: "win32" });
  try {
    expect(await plainOnes(["ls", "cat a.txt", "pwd"])).toEqual([]);
  } finally {
    Object.defineProperty(process, "platform", { ...real });
  }
});
