import { existsSync } from "node:fs";

import { expect, test } from "vitest";

import { CommandLab } from "./commandLab.ts";

const lab = CommandLab.forEach();

test("what the person saved while the command ran is left out, also after a later edit of the run", async () => {
  const saved: string[] = [];
  let watched = 0;
  await lab().open({
    watchOthers: () => {
      watched += 1;
      return { paths: () => saved, stop: () => (watched -= 1) };
    },
  });
  const running = await lab().watch.begin();
  lab().shell("echo command >> src/a.ts; echo command > src/made.ts");
  lab().write("src/b.ts", "by the person\n");
  saved.push(lab().at("src/b.ts"));
  expect((await running?.end())?.toSorted()).toEqual([
    lab().at("src/a.ts"),
    lab().at("src/made.ts"),
  ]);
  expect(watched).toBe(0);
  const others = { "src/b.ts": "write, changed since" };
  expect(await lab().planOf()).toEqual({ "src/a.ts": "write", "src/made.ts": "remove", ...others });
  expect(await lab().store.changes().undo(lab().at("src/b.ts"))).toBe("changedSince");
  await lab().store.journal.before([lab().at("src/b.ts")]);
  lab().write("src/b.ts", "by the person and the run\n");
  await lab().store.journal.after([lab().at("src/b.ts")]);
  expect(await lab().planOf()).toMatchObject(others);
  expect(await lab().store.changes().undo(lab().at("src/b.ts"))).toBe("changedSince");
});

test("a command that cannot be watched stops listening to the editor", async () => {
  let watched = 0;
  await lab().open({
    maxFiles: 1,
    watchOthers: () => {
      watched += 1;
      return { paths: () => [], stop: () => (watched -= 1) };
    },
  });
  expect([await lab().watch.begin(), watched]).toEqual([undefined, 0]);
});

test("folders that a command made with files go back with them, those that were empty before stay", async () => {
  lab().shell("mkdir -p empty/inner");
  await lab().command(
    "mkdir -p new/deep; for d in new new/deep empty/inner; do echo x > $d/x; done",
  );
  expect((await lab().goBack()).failed).toEqual([]);
  const names = ["new", "empty/inner", "empty/inner/x"];
  expect(names.filter((name) => existsSync(lab().at(name)))).toEqual(["empty/inner"]);
});
