import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { AgentLab } from "./agentLab.ts";
import { end, patch, write, yes } from "./secSteps.ts";
import { call } from "./steps.ts";

const lab = new AgentLab();

beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.hubs.dispose());

/** What the calls lead to; Git's folder must be as it was. */
async function refusedIn(folder: string, calls: readonly object[], usesPatches = false) {
  mkdirSync(join(folder, ".git"), { recursive: true });
  writeFileSync(join(folder, ".git", "config"), "[core]\n");
  const { approve, asked } = yes();
  const { results } = await lab.play(folder, [{ calls }, end], { approve, usesPatches });
  expect(lab.read(folder, ".git/config")).toBe("[core]\n");
  expect(readdirSync(join(folder, ".git"))).toEqual(["config"]);
  expect(asked).toEqual([]);
  return results.map(([state]) => state);
}

describe("Git's folder is never written, although the person approves everything", () => {
  test("by a link to it, and to a file in it", async () => {
    const folder = lab.folder({});
    symlinkSync(".git", join(folder, "harmless"));
    symlinkSync(".git/config", join(folder, "a.txt"));
    const calls = [write("harmless/hooks/pre-commit"), write("a.txt")];
    expect(await refusedIn(folder, calls)).not.toContain("done");
  });

  test("by ..", async () => {
    const folder = lab.folder({ "src/a": "a" });
    const calls = [
      write("src/../.git/hooks/x"),
      write("./src/../src/.././.git/y"),
      write(`${folder}/src/../.git/z`),
    ];
    expect(await refusedIn(folder, calls)).toEqual(["refused", "refused", "refused"]);
  });

  test("by another case, a stream, a short name, dots at the end", async () => {
    const names = [
      ".GIT/x",
      ".Git/hooks/x",
      ".git::$INDEX_ALLOCATION/x",
      ".git:x",
      "GIT~1/x",
      ".git./x",
      ".git /x",
    ];
    const folder = lab.folder({});
    expect(
      await refusedIn(
        folder,
        names.map((name) => write(name)),
      ),
    ).toEqual(names.map(() => "refused"));
  });

  test("by moving a file into it or out of it", async () => {
    const folder = lab.folder({ "hook.sh": "#!/bin/sh\n" });
    const calls = [
      call("read_file", { path: "hook.sh" }),
      call("move_file", { from: "hook.sh", to: ".git/hooks/pre-commit" }),
      call("move_file", { from: ".git/config", to: "config" }),
      call("delete_file", { path: ".git/config" }),
    ];
    const states = await refusedIn(folder, calls);
    expect(states[0]).toBe("done");
    expect(states.slice(1)).not.toContain("done");
    expect(existsSync(join(folder, "hook.sh"))).toBe(true);
  });

  test("by the move of a patch, or a file that it adds", async () => {
    const folder = lab.folder({ "a.txt": "one\n" });
    const calls = [
      patch("*** Update File: a.txt", "*** Move to: .git/hooks/pre-commit", "@@", "-one", "+two"),
      patch("*** Add File: sub/.git/config", "+[core]"),
      patch("*** Delete File: .git/config"),
    ];
    expect(await refusedIn(folder, calls, true)).not.toContain("done");
    expect(lab.read(folder, "a.txt")).toBe("one\n");
    expect(existsSync(join(folder, "sub"))).toBe(false);
  });

  test("in a folder that would be new", async () => {
    const folder = lab.folder({});
    const calls = [write("packages/new/.git/hooks/x"), write("deep/er/.hg/hgrc")];
    expect(await refusedIn(folder, calls)).toEqual(["refused", "refused"]);
    expect(readdirSync(folder)).toEqual([".git"]);
  });
});
