import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import {
  type CheckpointStore,
  openCheckpoints,
} from "../../../src/agentNode/checkpoints/checkpointStore.ts";

let root: string;
let store: CheckpointStore;
const at = (name: string) => join(root, name);
const read = (name: string) => readFileSync(at(name), "latin1");

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "ai-hub-changes-"));
  store = await openCheckpoints(join(root, "store"), () => 1_000);
  await store.journal.begin("task");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Changes a file as a run does; no content deletes it. */
async function change(name: string, content: string | undefined): Promise<void> {
  await store.journal.before([at(name)]);
  if (content === undefined) {
    unlinkSync(at(name));
  } else {
    writeFileSync(at(name), content, "latin1");
  }
  await store.journal.after([at(name)]);
}

test("every file that the run changed is listed with its lines, and what is as it was is not", async () => {
  writeFileSync(at("edited"), "1\n2\n3\n");
  writeFileSync(at("deleted"), "1\n2\n");
  writeFileSync(at("back"), "1\n");
  await change("edited", "1\ntwo!\n3\n4\n");
  await change("made", "new\n");
  await change("deleted", undefined);
  await change("back", "2\n");
  await change("back", "1\n");
  const common = { isByCommand: false, undoProblem: undefined };
  expect(await store.changes().list()).toEqual([
    { ...common, path: at("edited"), kind: "edited", added: 2, removed: 1 },
    { ...common, path: at("made"), kind: "made", added: 1, removed: 0 },
    { ...common, path: at("deleted"), kind: "deleted", added: 0, removed: 2 },
  ]);
  expect(await store.changes().texts(at("edited"))).toEqual({
    before: "1\n2\n3\n",
    after: "1\ntwo!\n3\n4\n",
  });
});

test("undo of one file is exact and touches no other (vs#276353)", async () => {
  writeFileSync(at("a"), "\u00EF\u00BB\u00BFone\r\ntwo\nno end", "latin1");
  chmodSync(at("a"), 0o755);
  writeFileSync(at("b"), "one\n");
  await change("a", "other\n");
  await change("b", "two\n");
  await change("c", "new\n");
  const changes = store.changes();
  expect(await changes.undo(at("a"))).toBeUndefined();
  expect([read("a"), read("b"), read("c")]).toEqual([
    "\u00EF\u00BB\u00BFone\r\ntwo\nno end",
    "two\n",
    "new\n",
  ]);
  expect(statSync(at("a")).mode & 0o777).toBe(0o755);
  expect(await changes.undo(at("a"))).toBe("notChanged");
  expect(await changes.undo(at("c"))).toBeUndefined();
  expect(existsSync(at("c"))).toBe(false);
  expect((await changes.list()).map(({ path }) => path)).toEqual([at("b")]);
});

test("undo of one place leaves every other byte, line ends included", async () => {
  writeFileSync(at("a"), "1\r\n2\n3\r\n4\n5\r\n");
  await change("a", "1\r\ntwo!\n3\r\n4\nfive\r\nsix");
  const changes = store.changes();
  const [second, last] = await changes.hunks(at("a"));
  expect([second?.removed, last?.start]).toEqual([["2\n"], 4]);
  expect(await changes.undoHunk(at("a"), { start: 3, removed: ["4\n"], added: [] })).toBe(
    "notChanged",
  );
  if (!second) {
    throw new Error("no hunk");
  }
  expect(await changes.undoHunk(at("a"), second)).toBeUndefined();
  expect(read("a")).toBe("1\r\n2\n3\r\n4\nfive\r\nsix");
  expect(await changes.list()).toMatchObject([{ added: 2, removed: 1, undoProblem: undefined }]);
});

test("a file that the person changed since is not undone, nor one place of it", async () => {
  writeFileSync(at("a"), "1\n2\n");
  await change("a", "1\ntwo!\n");
  const changes = store.changes();
  const [hunk] = await changes.hunks(at("a"));
  appendFileSync(at("a"), "mine\n");
  expect(await changes.list()).toMatchObject([{ undoProblem: "changedSince" }]);
  expect(await changes.undo(at("a"))).toBe("changedSince");
  expect(hunk && (await changes.undoHunk(at("a"), hunk))).toBe("changedSince");
  expect(await changes.undoAll()).toEqual([{ path: at("a"), problem: "changedSince" }]);
  expect(read("a")).toBe("1\ntwo!\nmine\n");
});

test("what the person typed between two edits is not lost by undo, nor by going back", async () => {
  writeFileSync(at("a"), "1\n");
  const id = store.journal.checkpoints[0]?.id ?? "";
  await change("a", "2\n");
  appendFileSync(at("a"), "mine\n");
  await change("a", "3\nmine\n");
  expect(await store.changes().undo(at("a"))).toBe("changedSince");
  expect(await store.journal.plan(id)).toMatchObject([{ hasOtherChanges: true }]);
});

test("what is kept leaves the list; a later change is compared with it, and going back still knows it", async () => {
  writeFileSync(at("a"), "1\n");
  writeFileSync(at("b"), "1\n");
  const id = store.journal.checkpoints[0]?.id ?? "";
  await change("a", "2\n");
  await change("b", "2\n");
  const changes = store.changes();
  await changes.keep(at("a"));
  expect((await changes.list()).map(({ path }) => path)).toEqual([at("b")]);
  await change("a", "3\n");
  expect(await changes.texts(at("a"))).toEqual({ before: "2\n", after: "3\n" });
  expect(await changes.undo(at("a"))).toBeUndefined();
  expect(read("a")).toBe("2\n");
  await changes.keepAll();
  expect(await changes.list()).toEqual([]);
  await store.journal.restore(await store.journal.plan(id), "back");
  expect([read("a"), read("b")]).toEqual(["1\n", "1\n"]);
});

test("what an undo took away comes back by the log, and a reopened log knows the same", async () => {
  writeFileSync(at("a"), "1\n");
  await change("a", "2\n");
  const { id } = await store.journal.begin("before the undo");
  await store.changes().undo(at("a"));
  store = await openCheckpoints(join(root, "store"), () => 1_000);
  expect(await store.changes().list()).toEqual([]);
  await store.journal.restore(await store.journal.plan(id), "redo");
  expect(read("a")).toBe("2\n");
});

test("a file that is no text is undone whole, without lines", async () => {
  writeFileSync(at("a"), "\u0000\u00FF", "latin1");
  await change("a", "\u0000\u00FE");
  const changes = store.changes();
  expect(await changes.list()).toMatchObject([{ added: 0, removed: 0, kind: "edited" }]);
  expect(await changes.hunks(at("a"))).toEqual([]);
  expect(await changes.undo(at("a"))).toBeUndefined();
  expect(read("a")).toBe("\u0000\u00FF");
});

test("places that the person kept are the new beginning: undo leads back to them, and going back before them", async () => {
  writeFileSync(at("a"), "1\n2\n3\n4\n5\n");
  await change("a", "one\n2\n3\n4\nfive\n");
  const [checkpoint] = store.journal.checkpoints;
  await store.changes().keepPlaces(at("a"), "one\n2\n3\n4\n5\n");
  expect(await store.changes().list()).toMatchObject([
    { added: 1, removed: 1, undoProblem: undefined },
  ]);
  store = await openCheckpoints(join(root, "store"), () => 1_000);
  expect(await store.changes().texts(at("a"))).toMatchObject({ before: "one\n2\n3\n4\n5\n" });
  expect(await store.changes().undo(at("a"))).toBeUndefined();
  expect(read("a")).toBe("one\n2\n3\n4\n5\n");
  expect(await store.changes().list()).toEqual([]);
  const steps = await store.journal.plan(checkpoint?.id ?? "");
  await store.journal.restore(steps, "back");
  expect(read("a")).toBe("1\n2\n3\n4\n5\n");
});

test("what somebody else changed since is undone only if the person wants it although that is lost", async () => {
  writeFileSync(at("a"), "1\n");
  await change("a", "2\n");
  writeFileSync(at("a"), "3\n");
  expect(await store.changes().undo(at("a"))).toBe("changedSince");
  expect(read("a")).toBe("3\n");
  expect(await store.changes().undo(at("a"), { evenChanged: true })).toBeUndefined();
  expect(read("a")).toBe("1\n");
  expect(await store.changes().list()).toEqual([]);
});
