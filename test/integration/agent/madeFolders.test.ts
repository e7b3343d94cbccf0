import { existsSync, mkdirSync } from "node:fs";

import { expect, test } from "vitest";

import { CommandLab } from "./commandLab.ts";

const lab = CommandLab.forEach();

test("a restore removes the empty folders that commands made, and redo makes them again", async () => {
  lab().repository();
  expect(await lab().command("mkdir -p made/inner made/other src/new")).toEqual([]);
  expect(await lab().planOf()).toEqual({
    "made/inner": "remove",
    "made/other": "remove",
    "src/new": "remove",
  });
  expect(await lab().store.changes().list()).toEqual([]);
  const { redo, failed } = await lab().goBack();
  expect(failed).toEqual([]);
  expect(["made", "src/new"].filter((name) => existsSync(lab().at(name)))).toEqual([]);
  expect(await lab().planOf()).toEqual({});
  await lab().goBack(redo);
  const names = ["made/inner", "made/other", "src/new"];
  expect(names.filter((name) => existsSync(lab().at(name)))).toEqual(names);
});

test("a made folder stays if it has something of somebody else", async () => {
  lab().repository();
  await lab().command("mkdir made late");
  lab().write("made/mine.txt", "mine\n");
  const plan = await lab().store.journal.plan(lab().id);
  expect(plan.map(({ path }) => path)).toEqual([lab().at("late")]);
  lab().write("late/mine.txt", "mine\n");
  expect((await lab().store.journal.restore(plan, "back")).failed).toEqual([lab().at("late")]);
  expect([lab().read("made/mine.txt"), lab().read("late/mine.txt")]).toEqual(["mine\n", "mine\n"]);
});

test("a made folder that a later command fills goes with its files", async () => {
  lab().repository();
  await lab().command("mkdir -p made/inner");
  await lab().command("echo 1 > made/inner/a.txt");
  expect(await lab().planOf()).toEqual({ "made/inner/a.txt": "remove" });
  await lab().goBack();
  expect(existsSync(lab().at("made"))).toBe(false);
});

test("a folder that was there before stays, whether its files are ignored, gone or were never there", async () => {
  lab().write("ignored/deep/out.js", "built\n");
  lab().write("logs/a.log", "one\n");
  lab().write("full/a.txt", "a\n");
  mkdirSync(lab().at("empty/inner"), { recursive: true });
  lab().repository("ignored/\n*.log\n");
  await lab().command("rm ignored/deep/out.js logs/a.log full/a.txt; : > .gitignore");
  const { failed } = await lab().goBack();
  expect(failed.length).toBeGreaterThan(0);
  const names = ["ignored/deep", "logs", "full", "empty/inner"];
  expect(names.filter((name) => existsSync(lab().at(name)))).toEqual(names);
});

test("a file that a command replaced with an empty folder comes back", async () => {
  lab().repository();
  expect(await lab().command("rm src/a.ts; mkdir src/a.ts")).toEqual(["src/a.ts"]);
  expect(await lab().store.changes().list()).toMatchObject([{ kind: "deleted" }]);
  expect(await lab().planOf()).toEqual({ "src/a.ts": "write" });
  const { redo, failed } = await lab().goBack();
  expect([failed, lab().read("src/a.ts")]).toEqual([[], "one\n"]);
  expect((await lab().goBack(redo)).failed).toEqual([]);
  expect(await lab().store.changes().list()).toMatchObject([{ kind: "deleted" }]);
});
