import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type CheckpointStore, openCheckpoints } from "../../../src/agentNode/checkpointStore.ts";
import type {
  CommandSnapshotOptions,
  CommandSnapshots,
} from "../../../src/agentNode/commandSnapshots.ts";
import { bashIn } from "./bashIn.ts";

let home: string;
let root: string;
let store: CheckpointStore;
let watch: CommandSnapshots;
let id: string;

const at = (name: string) => join(root, name);
const read = (name: string) => readFileSync(at(name), "utf8");
const shell = (script: string, folder = root) => bashIn(folder, home, script);

function write(name: string, content: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
}

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-commands-")));
  root = join(home, "workspace");
  write("src/a.ts", "one\n");
  write("src/b.ts", "b\n");
  await open();
});
afterEach(async () => {
  await watch.close();
  rmSync(home, { recursive: true, force: true });
});

async function open(options: Partial<CommandSnapshotOptions> = {}): Promise<void> {
  store = await openCheckpoints(join(home, "store"), () => 1_000);
  const path = process.env["PATH"] ?? "";
  // A busy machine must not make a test depend on two seconds.
  watch = store.watchCommands({ roots: [root], home, path, maxMs: 60_000, ...options });
  ({ id } = await store.journal.begin("task"));
}

/** Runs a script as a command of the agent; returns what it changed. */
async function command(script: string): Promise<readonly string[]> {
  const watched = await watch.begin();
  shell(script);
  const paths = (await watched?.end()) ?? ["not watched"];
  return paths.map((path) => relative(root, path)).toSorted();
}

async function planOf(to = id): Promise<Readonly<Record<string, string>>> {
  const steps = (await store.journal.plan(to)).map(({ path, action, hasOtherChanges }) => [
    relative(root, path),
    hasOtherChanges ? `${action}, changed since` : action,
  ]);
  return Object.fromEntries(steps) as Record<string, string>;
}

async function goBack(
  to = id,
): Promise<{ readonly redo: string; readonly failed: readonly string[] }> {
  return await store.journal.restore(await store.journal.plan(to), "back");
}

function repository(ignored = "ignored.txt\nbuild/\n"): void {
  write(".gitignore", ignored);
  shell("git init -q && git add -A 2> .git/added && git commit -qm first");
}

test("CP 01: git clean, checkout and reset lose nothing: untracked files and edits come back", async () => {
  repository();
  write("ignored.txt", "ignored\n");
  write("build/out.js", "built\n");
  write("notes/mine.txt", "untracked\n");
  write("src/a.ts", "edited, not committed\n");
  shell("git add src/a.ts");
  write("src/b.ts", "edited, not added\n");
  const index = shell("git ls-files -s");
  expect(await command("git clean -fdq && git reset -q --hard")).toEqual([
    "notes/mine.txt",
    "src/a.ts",
    "src/b.ts",
  ]);
  expect(existsSync(at("notes"))).toBe(false);
  const indexAfter = shell("git ls-files -s");
  expect(indexAfter).not.toBe(index);
  expect((await goBack()).failed).toEqual([]);
  expect(
    ["notes/mine.txt", "src/a.ts", "src/b.ts", "ignored.txt", "build/out.js"].map(read),
  ).toEqual([
    "untracked\n",
    "edited, not committed\n",
    "edited, not added\n",
    "ignored\n",
    "built\n",
  ]);
  expect(shell("git ls-files -s")).toBe(indexAfter);
});

test("CP 02: a commit that a command made stays; only files go back", async () => {
  repository();
  expect(await command("echo two > src/a.ts && git commit -qam second")).toEqual(["src/a.ts"]);
  const head = shell("git rev-parse HEAD");
  await goBack();
  expect([read("src/a.ts"), shell("git rev-parse HEAD"), shell("git stash list")]).toEqual([
    "one\n",
    head,
    "",
  ]);
});

test("CP 03: a file that a command only touched is no change and keeps its time", async () => {
  repository();
  utimesSync(at("src/b.ts"), 2_000, 2_000);
  expect(await command("touch src/a.ts && echo two > src/b.ts && echo b > src/b.ts")).toEqual([]);
  const { mtimeNs } = lstatSync(at("src/b.ts"), { bigint: true });
  await goBack();
  expect(lstatSync(at("src/b.ts"), { bigint: true }).mtimeNs).toBe(mtimeNs);
});

test("a change of the same size and with the old time is found", async () => {
  repository();
  utimesSync(at("src/a.ts"), 2_000, 2_000);
  expect(
    await command(
      "touch -r src/a.ts .t && printf 'two\\n' > src/a.ts && touch -r .t src/a.ts && rm .t",
    ),
  ).toEqual(["src/a.ts"]);
  await goBack();
  expect(read("src/a.ts")).toBe("one\n");
});

test("CP 04: redo brings the command's changes back", async () => {
  await command("echo two > src/a.ts; echo new > made.txt; rm src/b.ts");
  const { redo } = await goBack();
  expect([read("src/a.ts"), existsSync(at("made.txt")), read("src/b.ts")]).toEqual([
    "one\n",
    false,
    "b\n",
  ]);
  await goBack(redo);
  expect([read("src/a.ts"), read("made.txt"), existsSync(at("src/b.ts"))]).toEqual([
    "two\n",
    "new\n",
    false,
  ]);
});

test("CP 05: what the person changed after the command is told", async () => {
  await command("echo two > src/a.ts; echo three > src/b.ts");
  write("src/b.ts", "three\nmine\n");
  expect(await planOf(id)).toEqual({ "src/a.ts": "write", "src/b.ts": "write, changed since" });
});

test.each(["with Git", "without Git"])(
  "CP 06: files that a command deletes come back, links and permissions too, %s",
  async (way) => {
    write("run.sh", "echo\n");
    chmodSync(at("run.sh"), 0o755);
    symlinkSync("src/a.ts", at("link"));
    if (way === "with Git") {
      repository();
    }
    expect(await command("rm -rf src run.sh link")).toEqual([
      "link",
      "run.sh",
      "src/a.ts",
      "src/b.ts",
    ]);
    await goBack();
    expect([read("src/a.ts"), read("src/b.ts"), readlinkSync(at("link"))]).toEqual([
      "one\n",
      "b\n",
      "src/a.ts",
    ]);
    expect(statSync(at("run.sh")).mode & 0o777).toBe(0o755);
  },
);

test("CP 09: in the home folder, above it and at the root nothing is watched, and the reason is given", async () => {
  const reasons: unknown[] = [];
  for (const options of [
    { roots: [home] },
    { roots: [dirname(home)] },
    { roots: ["/"] },
    { maxFiles: 1 },
  ]) {
    await open(options);
    reasons.push(await watch.problem());
    expect(await watch.begin()).toBeUndefined();
  }
  expect(reasons).toEqual(["homeFolder", "homeFolder", "rootFolder", "tooManyFiles"]);
});

test("CP 10: files of a nested repository and of a submodule are covered by their own rules", async () => {
  write("lib/one.txt", "1\n");
  write("lib/secret.log", "log\n");
  write("lib/.gitignore", "*.log\n");
  shell("git init -q && git add -A && git commit -qm inner", at("lib"));
  // The outer repository has it as a submodule.
  repository("lib/unused\n");
  write("untracked/deep.txt", "1\n");
  shell("git init -q && git add -A && git commit -qm other", at("untracked"));
  expect(await command("echo 2 > untracked/deep.txt")).toEqual(["untracked/deep.txt"]);
  expect(
    await command("echo 2 > lib/one.txt; echo x > lib/secret.log; echo n > lib/new.txt"),
  ).toEqual(["lib/new.txt", "lib/one.txt"]);
  await goBack();
  expect([read("lib/one.txt"), existsSync(at("lib/new.txt")), read("lib/secret.log")]).toEqual([
    "1\n",
    false,
    "x\n",
  ]);
  expect(shell("git status --short", at("lib"))).toBe("");
});

test("a file that was ignored before and is not afterwards is never deleted by going back", async () => {
  repository();
  write("ignored.txt", "precious\n");
  write("build/out.js", "precious\n");
  expect(await command("echo nothing > .gitignore")).toContain("ignored.txt");
  expect(await planOf(id)).toEqual({
    ".gitignore": "write",
    "build/out.js": "blocked",
    "ignored.txt": "blocked",
  });
  await goBack();
  expect([read("ignored.txt"), read("build/out.js")]).toEqual(["precious\n", "precious\n"]);
});

test("a repository whose configuration starts programs is not asked, and is covered all the same", async () => {
  repository();
  shell(`git config filter.evil.clean "touch ${home}/evil; cat"`);
  shell(`git config core.fsmonitor "touch ${home}/monitor; false"`);
  write(".gitattributes", "* filter=evil\n");
  mkdirSync(at(".git/hooks"), { recursive: true });
  write(".git/hooks/post-index-change", `#!/bin/sh\ntouch ${home}/hook\n`);
  chmodSync(at(".git/hooks/post-index-change"), 0o755);
  expect(await command("echo two > src/a.ts")).toEqual(["src/a.ts"]);
  await goBack();
  expect(read("src/a.ts")).toBe("one\n");
  expect(["evil", "monitor", "hook"].filter((name) => existsSync(join(home, name)))).toEqual([]);
});

test("a repository that becomes one whose configuration starts programs is no longer asked", async () => {
  repository();
  await command("echo two > src/a.ts");
  await command(`git config core.fsmonitor "touch ${home}/monitor; false"`);
  expect(await command("echo three > src/a.ts")).toEqual(["src/a.ts"]);
  expect(existsSync(join(home, "monitor"))).toBe(false);
});

test("contents are kept for what changed only, and nothing is left of the rest", async () => {
  for (let index = 0; index < 60; index += 1) {
    write(`many/${index}.txt`, `${index}\n`.repeat(1_000));
  }
  await command("echo two > many/7.txt");
  await watch.close();
  const kept = shell("find . -type f | sort", join(home, "store")).trim().split("\n");
  expect(kept).toEqual([expect.stringMatching(/^\.\/contents\//u), "./log.jsonl"]);
});

test("a command that was cut off is noted when the log is opened again, for the person to decide", async () => {
  repository();
  write("untracked.txt", "mine\n");
  await watch.begin();
  shell("rm untracked.txt; echo two > src/a.ts; echo new > made.txt");
  await open();
  const [first] = store.journal.checkpoints;
  await watch.recover();
  expect(await planOf(first?.id)).toEqual({
    "made.txt": "remove, changed since",
    "src/a.ts": "write, changed since",
    "untracked.txt": "write, changed since",
  });
  await goBack(first?.id);
  expect([read("untracked.txt"), read("src/a.ts"), existsSync(at("made.txt"))]).toEqual([
    "mine\n",
    "one\n",
    false,
  ]);
});

test("later commands of a run see what edits and earlier commands left", async () => {
  repository();
  await command("echo two > src/a.ts");
  await store.journal.before([at("src/b.ts")]);
  write("src/b.ts", "edited\n");
  await store.journal.after([at("src/b.ts")]);
  expect(await command("echo three > src/b.ts; echo made > made.txt")).toEqual([
    "made.txt",
    "src/b.ts",
  ]);
  expect(await command("rm made.txt")).toEqual(["made.txt"]);
  await goBack();
  expect([read("src/a.ts"), read("src/b.ts"), existsSync(at("made.txt"))]).toEqual([
    "one\n",
    "b\n",
    false,
  ]);
});

test("what is too large to keep is named as such, and the rest goes back", async () => {
  write("large.bin", "x".repeat(1_048_577));
  await command("rm large.bin src/a.ts");
  expect((await goBack()).failed).toEqual([at("large.bin")]);
  expect(read("src/a.ts")).toBe("one\n");
});
