import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { isHarmlessGitConfig } from "../../../src/agent/command/gitCommands.ts";
import { quietGitVariables } from "../../../src/agent/command/quietGit.ts";

let folder: string;
let mark: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
const touch = (seconds: number) => utimesSync(join(folder, "a.txt"), seconds, seconds);
const listing = () => git("config", "--local", "--list", "--null");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-git-"));
  mark = join(folder, "started");
  git("init", "-q");
  writeFileSync(join(folder, "a.txt"), "one\n");
  git("add", "a.txt");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first");
  writeFileSync(join(folder, "a.txt"), "two\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs each of Git's plain commands as the agent does. */
function runAll(): void {
  for (const script of ["status", "diff", "log -p", "show", "blame a.txt", "ls-files -m"]) {
    const result = spawnSync("git", script.split(" "), {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, ...quietGitVariables },
    });
    expect(result.status).toBe(0);
  }
}

test("the configuration of a fresh repository is harmless, and the commands work in it", () => {
  expect(isHarmlessGitConfig(listing())).toBe(true);
  runAll();
});

describe("a program that a repository names", () => {
  test.each([
    ["core.fsmonitor", ""],
    ["diff.external", ""],
    ["diff.mine.textconv", "*.txt diff=mine"],
    ["filter.mine.clean", "*.txt filter=mine"],
  ])("in %s makes its configuration ask", (key, attributes) => {
    git("config", key, `sh -c 'touch ${mark}'`);
    writeFileSync(join(folder, ".gitattributes"), `${attributes}\n`);
    expect(isHarmlessGitConfig(listing())).toBe(false);
  });

  test("as a hook is not started", () => {
    const hooks = join(folder, ".git", "hooks");
    mkdirSync(hooks, { recursive: true });
    for (const name of ["post-index-change", "fsmonitor-watchman", "pre-commit"]) {
      writeFileSync(join(hooks, name), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    }
    // A file with another time and the same content makes Git refresh its index, which starts the first of them.
    writeFileSync(join(folder, "a.txt"), "one\n");
    touch(1_000);
    runAll();
    expect(existsSync(mark)).toBe(false);
    // The same hook is started without the variables.
    touch(2_000);
    git("status");
    expect(existsSync(mark)).toBe(true);
  });
});
