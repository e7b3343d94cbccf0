import { mkdirSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { CommandLab } from "./commandLab.ts";

const lab = CommandLab.forEach();
const testOnLinux = test.skipIf(process.platform !== "linux");

test("what git clean -fdx takes of ignored files is named by the result and by the plan", async () => {
  lab().repository(".env\nbuild/\nlogs/\n");
  lab().write(".env", "KEY=1\n");
  lab().write("build/out.js", "built\n");
  lab().write("build/map.js", "built\n");
  lab().write("logs/a.log", "one\n");
  lab().write("notes.txt", "untracked\n");
  const watched = await lab().watch.begin();
  lab().shell("git clean -fdxq -e logs && git checkout -q . && rm logs/a.log");
  const changed = await watched?.end();
  expect(watched?.isWhole).toBe(true);
  expect(watched?.lost?.map((path) => path.slice(lab().root.length + 1)).toSorted()).toEqual([
    ".env",
    "build",
    "logs",
  ]);
  expect(changed).toHaveLength(4);
  expect(await lab().planOf()).toEqual({
    ".env": "blocked",
    build: "blocked",
    logs: "blocked",
    "notes.txt": "write",
  });
  expect((await lab().goBack()).failed).toHaveLength(3);
  expect(lab().read("notes.txt")).toBe("untracked\n");
});

test("what stays of ignored files, or is only more, is no change", async () => {
  lab().repository(".env\nbuild/\n");
  lab().write(".env", "KEY=1\n");
  lab().write("build/out.js", "built\n");
  mkdirSync(lab().at("empty/inner"), { recursive: true });
  expect(await lab().command("echo two > build/two.js; touch .env; echo b > empty/b")).toEqual([
    "empty/b",
  ]);
});

testOnLinux("empty folders, pipes and names that are no UTF-8 are named", async () => {
  lab().repository();
  mkdirSync(lab().at("empty/inner"), { recursive: true });
  lab().shell("mkfifo pipe");
  writeFileSync(Buffer.concat([Buffer.from(lab().at("n")), Buffer.from([0xff])]), "lost\n");
  expect(await lab().command("rm -r empty pipe n*; mkfifo src/other")).toEqual([
    "empty",
    "empty/inner",
    "n\u{FFFD}",
    "pipe",
    "src/other",
  ]);
  const actions = Object.values(await lab().planOf());
  expect(actions).toHaveLength(5);
  expect(actions.filter((action) => !action.startsWith("blocked"))).toEqual([]);
});

testOnLinux("a made file whose name is no UTF-8 is named by the plan", async () => {
  lab().repository();
  expect(await lab().command("printf x > $(printf 'n\\377')")).toEqual(["n\u{FFFD}"]);
  expect(await lab().planOf()).toEqual({ "n\u{FFFD}": "blocked, changed since" });
  expect((await lab().goBack()).failed).toHaveLength(1);
});

test("where a look runs out of time the plan says that it cannot know, also without a change", async () => {
  lab().repository();
  await lab().open({ maxMs: 0 });
  expect(await lab().watch.begin()).toBeUndefined();
  const [step, ...more] = await lab().store.journal.plan(lab().id);
  expect(more).toEqual([]);
  expect(step).toMatchObject({ path: lab().root, isUnknown: true, action: "blocked" });
  expect(await lab().store.changes().list()).toEqual([]);
});

test("a command that makes more than can be looked at leaves a plan that says so", async () => {
  lab().repository();
  lab().write("notes.txt", "untracked\n");
  await lab().open({ maxFiles: 20 });
  const watched = await lab().watch.begin();
  lab().shell("rm notes.txt; for i in $(seq 30); do echo $i > new$i; done");
  await watched?.end();
  expect(watched?.isWhole).toBe(false);
  const plan = await lab().store.journal.plan(lab().id);
  expect(plan.map(({ action, isUnknown }) => [action, isUnknown])).toEqual([
    ["blocked", true],
    ["write", undefined],
  ]);
});
