import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, expect, test } from "vitest";

import { root as projectRoot } from "../../../scripts/paths.ts";
import {
  type CheckpointStore,
  holdCheckpoints,
  openCheckpoints,
} from "../../../src/agentNode/checkpoints/checkpointStore.ts";
import { withFullDisk } from "../../support/fullDisk.ts";

let root: string;
let store: CheckpointStore;
const at = (name: string) => join(root, "workspace", name);
const read = (name: string) => readFileSync(at(name), "utf8");
const openStore = () => openCheckpoints(join(root, "store"), () => 1_000);

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd: join(root, "workspace"),
    encoding: "utf8",
  });

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-checkpoints-")));
  mkdirSync(at("src"), { recursive: true });
  writeFileSync(at("src/a.ts"), "one\n");
  writeFileSync(at("untracked.txt"), "mine\n");
  store = await openStore();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Changes a file as a run does. */
async function change(name: string, content: string): Promise<void> {
  await store.journal.before([at(name)]);
  writeFileSync(at(name), content);
  await store.journal.after([at(name)]);
}

test("going back undoes what the run changed, made and deleted, and nothing else", async () => {
  const { id } = await store.journal.begin("first");
  await change("src/a.ts", "two\n");
  await change("src/new.ts", "new\n");
  await store.journal.before([at("untracked.txt")]);
  unlinkSync(at("untracked.txt"));
  await store.journal.after([at("untracked.txt")]);
  writeFileSync(at("other.txt"), "by the person\n");
  const { failed } = await store.journal.restore(await store.journal.plan(id), "before going back");
  expect(failed).toEqual([]);
  expect([read("src/a.ts"), read("untracked.txt"), read("other.txt")]).toEqual([
    "one\n",
    "mine\n",
    "by the person\n",
  ]);
  expect(existsSync(at("src/new.ts"))).toBe(false);
});

test("redo brings back what going back took away", async () => {
  const { id } = await store.journal.begin("first");
  await change("src/a.ts", "two\n");
  await change("src/new.ts", "new\n");
  const { redo } = await store.journal.restore(await store.journal.plan(id), "back");
  await store.journal.restore(await store.journal.plan(redo), "redo");
  expect([read("src/a.ts"), read("src/new.ts")]).toEqual(["two\n", "new\n"]);
});

test("a run goes back to any of its checkpoints", async () => {
  const { id: first } = await store.journal.begin("first");
  await change("src/a.ts", "two\n");
  const { id: second } = await store.journal.begin("second");
  await change("src/a.ts", "three\n");
  await store.journal.restore(await store.journal.plan(second), "back");
  expect(read("src/a.ts")).toBe("two\n");
  await store.journal.restore(await store.journal.plan(first), "back");
  expect(read("src/a.ts")).toBe("one\n");
});

test("a file that is as it was keeps its time", async () => {
  const { id } = await store.journal.begin("first");
  await change("src/a.ts", "two\n");
  await change("src/a.ts", "one\n");
  utimesSync(at("src/a.ts"), 1_000, 1_000);
  expect(await store.journal.plan(id)).toEqual([]);
  await store.journal.restore(await store.journal.plan(id), "back");
  expect(statSync(at("src/a.ts")).mtimeMs).toBe(1_000_000);
});

test("what the person changed after the run is told, and a change after the plan stays", async () => {
  const { id } = await store.journal.begin("first");
  await change("src/a.ts", "two\n");
  await change("src/b.ts", "new\n");
  appendFileSync(at("src/a.ts"), "the person's\n");
  const plan = await store.journal.plan(id);
  expect(plan.map(({ path, hasOtherChanges }) => [path, hasOtherChanges])).toEqual([
    [at("src/a.ts"), true],
    [at("src/b.ts"), false],
  ]);
  appendFileSync(at("src/b.ts"), "meanwhile\n");
  const { failed } = await store.journal.restore(
    plan.filter(({ hasOtherChanges }) => !hasOtherChanges),
    "back",
  );
  expect(failed).toEqual([at("src/b.ts")]);
  expect([read("src/a.ts"), read("src/b.ts")]).toEqual(["two\nthe person's\n", "new\nmeanwhile\n"]);
});

test("links stay links and permissions come back", async () => {
  chmodSync(at("src/a.ts"), 0o755);
  symlinkSync("src/a.ts", at("link"));
  const { id } = await store.journal.begin("first");
  await change("src/a.ts", "two\n");
  chmodSync(at("src/a.ts"), 0o600);
  await store.journal.after([at("src/a.ts")]);
  await store.journal.before([at("link")]);
  rmSync(at("link"));
  writeFileSync(at("link"), "a file now\n");
  await store.journal.after([at("link")]);
  await store.journal.restore(await store.journal.plan(id), "back");
  expect(statSync(at("src/a.ts")).mode & 0o777).toBe(0o755);
  expect([lstatSync(at("link")).isSymbolicLink(), readlinkSync(at("link"))]).toEqual([
    true,
    "src/a.ts",
  ]);
});

test("folders that the run made go with its files if they are empty then, others stay", async () => {
  mkdirSync(at("empty"));
  const { id } = await store.journal.begin("first");
  for (const name of ["new/deep/a.ts", "new/b.ts", "empty/c.ts", "own/d.ts"]) {
    await store.journal.before([at(name)]);
    mkdirSync(dirname(at(name)), { recursive: true });
    await change(name, "made\n");
  }
  writeFileSync(at("own/by-the-person.txt"), "mine\n");
  const { redo } = await store.journal.restore(await store.journal.plan(id), "back");
  const left = () => ["new/deep", "new", "empty", "own"].filter((name) => existsSync(at(name)));
  expect(left()).toEqual(["empty", "own"]);
  await store.journal.restore(await store.journal.plan(redo), "again");
  expect(read("new/deep/a.ts")).toBe("made\n");
  expect(await store.changes().undoAll()).toEqual([]);
  expect(left()).toEqual(["empty", "own"]);
});

test("a folder that became a link is not followed on the way back", async () => {
  const outside = join(root, "outside");
  mkdirSync(outside);
  const { id } = await store.journal.begin("first");
  await change("src/a.ts", "two\n");
  await change("src/new.ts", "new\n");
  const plan = await store.journal.plan(id);
  rmSync(at("src"), { recursive: true });
  writeFileSync(join(outside, "a.ts"), "two\n");
  writeFileSync(join(outside, "new.ts"), "new\n");
  symlinkSync(outside, at("src"));
  const { failed } = await store.journal.restore(plan, "back");
  expect(failed).toEqual([at("src/a.ts"), at("src/new.ts")]);
  expect(readFileSync(join(outside, "a.ts"), "utf8")).toBe("two\n");
  expect(readFileSync(join(outside, "new.ts"), "utf8")).toBe("new\n");
});

test("a store that cannot be opened is left to others", async () => {
  const folder = join(root, "held");
  mkdirSync(folder);
  writeFileSync(join(folder, "log.jsonl"), "no entry\n");
  await expect(holdCheckpoints(folder, () => 1_000)).rejects.toThrow("damaged");
  expect(readdirSync(folder)).toEqual(["log.jsonl"]);
});

test("Git's index, branches and commits stay, and so do ignored files", async () => {
  git("init", "-q");
  writeFileSync(at(".gitignore"), "ignored.txt\n");
  writeFileSync(at("ignored.txt"), "ignored\n");
  git("add", "src", ".gitignore");
  git("commit", "-qm", "first");
  const { id } = await store.journal.begin("first");
  await change("src/a.ts", "two\n");
  git("commit", "-qam", "by the run");
  const head = git("rev-parse", "HEAD");
  await store.journal.restore(await store.journal.plan(id), "back");
  expect(git("rev-parse", "HEAD")).toBe(head);
  expect(git("status", "--short").trim().split("\n")).toEqual(["M src/a.ts", "?? untracked.txt"]);
  expect([read("ignored.txt"), read("untracked.txt")]).toEqual(["ignored\n", "mine\n"]);
});

test("a log that breaks off in a line goes on behind its last whole one", async () => {
  const { id } = await store.journal.begin("first");
  await change("src/a.ts", "two\n");
  appendFileSync(join(root, "store", "log.jsonl"), '{"kind":"before","path":"/x');
  store = await openStore();
  await change("src/b.ts", "new\n");
  store = await openStore();
  await store.journal.restore(await store.journal.plan(id), "back");
  expect(read("src/a.ts")).toBe("one\n");
  expect(existsSync(at("src/b.ts"))).toBe(false);
});

test("a log that is damaged inside is refused, not guessed", async () => {
  await store.journal.begin("first");
  appendFileSync(join(root, "store", "log.jsonl"), "{}\n");
  await expect(openStore()).rejects.toThrow("damaged");
});

test("a kept content that was damaged is not written", async () => {
  const { id } = await store.journal.begin("first");
  const [state] = await store.journal.keep([at("src/a.ts")]);
  writeFileSync(at("src/a.ts"), "two\n");
  await store.journal.after([at("src/a.ts")]);
  const hash = state?.kind === "file" ? state.hash : "";
  writeFileSync(join(root, "store", "contents", hash.slice(0, 2), hash), "evil");
  const { failed } = await store.journal.restore(await store.journal.plan(id), "back");
  expect([failed, read("src/a.ts")]).toEqual([[at("src/a.ts")], "two\n"]);
});

test("what was too large to keep cannot come back, and the plan says so", async () => {
  const { id } = await store.journal.begin("first");
  writeFileSync(at("large"), "");
  truncateSync(at("large"), 52_428_801);
  await store.journal.before([at("large")]);
  expect((await store.journal.plan(id)).map(({ action }) => action)).toEqual(["blocked"]);
});

test("the store belongs to the person alone", async () => {
  await store.journal.begin("first");
  await store.journal.before([at("src/a.ts")]);
  expect(statSync(join(root, "store")).mode & 0o077).toBe(0);
  expect(statSync(join(root, "store", "log.jsonl")).mode & 0o077).toBe(0);
});

/** Only Linux can give a process room again that had none. */
const testOnLinux = test.skipIf(process.platform !== "linux");

testOnLinux("on a full disk nothing is changed, and the model is told so", async () => {
  writeFileSync(at("large.txt"), "line\n".repeat(1_000));
  const source = `
    import { FileLedger } from ${JSON.stringify(module("agent/tools/base/fileLedger.ts"))};
    import { fileTools } from ${JSON.stringify(module("agent/tools/fileTools.ts"))};
    import { openCheckpoints } from ${JSON.stringify(module("agentNode/checkpoints/checkpointStore.ts"))};
    import { NodeWorkspace } from ${JSON.stringify(module("agentNode/files/nodeWorkspace.ts"))};
    const { journal: checkpoints } = await openCheckpoints(${JSON.stringify(join(root, "full"))}, Date.now);
    const workspace = await NodeWorkspace.open(${JSON.stringify(join(root, "workspace"))});
    const tools = fileTools(workspace, new FileLedger(), { usesPatches: false, checkpoints });
    const tool = (name) => tools.find((one) => one.definition.name === name);
    const { signal } = new AbortController();
    await checkpoints.begin("task");
    await (await tool("read_file").prepare({ path: "large.txt" }, signal)).run(signal);
    const result = await (await tool("delete_file").prepare({ path: "large.txt" }, signal)).run(signal);
    console.log(JSON.stringify(result));
  `;
  const printed = JSON.parse(await withFullDisk(source)) as unknown;
  expect(printed).toEqual({
    isError: true,
    text: expect.stringMatching(
      /^Not done, nothing was changed\..*the disk may be full/u,
    ) as string,
  });
  expect(read("large.txt")).toHaveLength(5_000);
});

function module(path: string): string {
  return pathToFileURL(join(projectRoot, "src", path)).href;
}
