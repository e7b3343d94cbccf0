import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { tryRandomGit } from "./gitRandom.ts";
import { GitSlots } from "./gitSlots.ts";

const slots = new GitSlots();
afterAll(() => slots.dispose());

const [whole = "", subfolder = "", linked = ""] = slots.workspaces;

test("the person's filters and drivers are there, and Git would start them", () => {
  for (const script of ["git diff", "git blame a.txt", "git log -n 1 --format=%-GG"]) {
    expect([script, slots.startsWithoutCare(script)]).toEqual([script, true]);
  }
});

test.each([
  "git log --format=%-GG",
  'git log "--format=% GS" -n 1',
  "git log --format=%+GK -n 1",
  "git show ann",
  "git show ann2",
  "git show light",
  "git show 'ann^{}'",
  "git show --all",
  "git show tree:.env",
])("%s needs a card", async (script) => {
  expect(await slots.run(whole, script)).toBeUndefined();
});

test.each([
  "git diff",
  "git status",
  "git blame a.txt",
  "git log -p -n 1",
  "git show HEAD:other/notes.txt",
  "git log --format='%h %an%n%C(red)%s%x09' -n 2",
  "git show",
])("%s runs without a card, and no program of the person is started", async (script) => {
  expect(await slots.run(whole, script)).toEqual([]);
});

test.each(["git show HEAD", "git show HEAD:other/notes.txt", "git log -p -n 1", "git diff"])(
  "%s needs a card where the repository is larger than the workspace, or another one",
  async (script) => {
    expect(await slots.run(subfolder, script)).toBeUndefined();
    expect(await slots.run(linked, script)).toBeUndefined();
  },
);

test("what shows no lines of foreign files runs without a card in a subfolder", async () => {
  for (const script of ["git status", "git log --oneline", "git blame a.txt", "git diff --stat"]) {
    expect([script, await slots.run(subfolder, script)]).toEqual([script, []]);
  }
});

test.each(["objects", "objects/pack", "refs", "index"])(
  "a card comes first where %s of Git's folder is a link, which could show another repository",
  async (name) => {
    const script = "git log -p -n 1";
    expect(await slots.run(whole, script)).toEqual([]);
    const path = join(whole, ".git", name);
    renameSync(path, `${path}.own`);
    symlinkSync(`${path}.own`, path);
    expect(await slots.run(whole, script)).toBeUndefined();
    rmSync(path);
    renameSync(`${path}.own`, path);
  },
);

test("random commands start nothing and show nothing foreign", async () => {
  expect(await tryRandomGit(slots, 200)).toBeGreaterThan(3);
});
