import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { checkPlain } from "../../../src/agentNode/commands/plainCheck.ts";

let root: string;
let folder: string;
const path = process.env["PATH"] ?? "";
const check = (script: string, from = folder) =>
  checkPlain(script, { folder: from, workspace: [folder], path });
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "ai-hub-plain-"));
  folder = join(root, "workspace");
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(root, "outside.txt"), "x");
  writeFileSync(join(folder, "a.txt"), "x");
  writeFileSync(join(folder, ".env"), "KEY=1");
  symlinkSync(join(root, "outside.txt"), join(folder, "link.txt"));
  symlinkSync(join(folder, ".env"), join(folder, "harmless.txt"));
  symlinkSync(root, join(folder, "up"));
  mkdirSync(join(root, "other", "deep"), { recursive: true });
  writeFileSync(join(root, "other", "private.txt"), "private");
  symlinkSync(join(root, "other", "deep"), join(folder, "deep"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("runs without a question", () => {
  test.each(["ls", "cat a.txt", "cat src/../a.txt | wc -l", "cat missing.txt", "ls -la src"])(
    "%s",
    async (script) => {
      expect(await check(script)).toBeDefined();
    },
  );
});

describe("asks", () => {
  test.each([
    "cat ../outside.txt",
    "cat link.txt",
    "cat harmless.txt",
    "cat .env",
    "ls up",
    "cat up/outside.txt",
    "cat /etc/hostname",
    "cat src",
    "git status",
    "npm test",
  ])("%s", async (script) => {
    expect(await check(script)).toBeUndefined();
  });

  test("where a link stands before `..`, which leads up from what it names", async () => {
    const script = "cat deep/../private.txt";
    const printed = execFileSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
    expect(printed).toBe("private");
    expect(await check(script)).toBeUndefined();
    expect(await check("ls src/../deep/../..")).toBeUndefined();
  });

  test("in a folder outside the workspace", async () => {
    expect(await check("ls", root)).toBeUndefined();
  });
});

test("no program of the workspace is taken, however PATH begins", async () => {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "cat"), "#!/bin/sh\necho evil\n", { mode: 0o755 });
  const found = await checkPlain("cat a.txt", {
    folder,
    workspace: [folder],
    path: `${bin}:./bin:${path}`,
  });
  expect(found?.split(":")).not.toContain(bin);
  expect(found?.split(":")).not.toContain("./bin");
});

describe("Git", () => {
  beforeEach(() => {
    git("init", "-q");
  });

  test("is plain in a usual repository", async () => {
    expect(await check("git status --short && git diff --stat")).toBeDefined();
  });

  test("asks where a driver is configured, where submodules are, and for a file of secrets", async () => {
    expect(await check("git show HEAD:.env")).toBeUndefined();
    writeFileSync(join(folder, ".gitmodules"), "");
    expect(await check("git status")).toBeUndefined();
    rmSync(join(folder, ".gitmodules"));
    git("config", "filter.any.clean", "touch x");
    expect(await check("git status")).toBeUndefined();
  });
});
