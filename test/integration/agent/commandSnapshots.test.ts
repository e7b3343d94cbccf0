import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { CommandLab } from "./commandLab.ts";

const lab = CommandLab.forEach();

test("git clean, checkout and reset lose nothing: untracked files and edits come back", async () => {
  lab().repository();
  lab().write("ignored.txt", "ignored\n");
  lab().write("build/out.js", "built\n");
  lab().write("notes/mine.txt", "untracked\n");
  lab().write("src/a.ts", "edited, not committed\n");
  lab().shell("git add src/a.ts");
  lab().write("src/b.ts", "edited, not added\n");
  const index = lab().shell("git ls-files -s");
  expect(await lab().command("git clean -fdq && git reset -q --hard")).toEqual([
    "notes/mine.txt",
    "src/a.ts",
    "src/b.ts",
  ]);
  expect(existsSync(lab().at("notes"))).toBe(false);
  const indexAfter = lab().shell("git ls-files -s");
  expect(indexAfter).not.toBe(index);
  expect((await lab().goBack()).failed).toEqual([]);
  expect(
    ["notes/mine.txt", "src/a.ts", "src/b.ts", "ignored.txt", "build/out.js"].map((name) =>
      lab().read(name),
    ),
  ).toEqual([
    "untracked\n",
    "edited, not committed\n",
    "edited, not added\n",
    "ignored\n",
    "built\n",
  ]);
  expect(lab().shell("git ls-files -s")).toBe(indexAfter);
});

test("a commit that a command made stays; only files go back", async () => {
  lab().repository();
  expect(await lab().command("echo two > src/a.ts && git commit -qam second")).toEqual([
    "src/a.ts",
  ]);
  const head = lab().shell("git rev-parse HEAD");
  await lab().goBack();
  expect([
    lab().read("src/a.ts"),
    lab().shell("git rev-parse HEAD"),
    lab().shell("git stash list"),
  ]).toEqual(["one\n", head, ""]);
});

test("a file that a command only touched is no change and keeps its time", async () => {
  lab().repository();
  utimesSync(lab().at("src/b.ts"), 2_000, 2_000);
  expect(await lab().command("touch src/a.ts && echo two > src/b.ts && echo b > src/b.ts")).toEqual(
    [],
  );
  const { mtimeNs } = lstatSync(lab().at("src/b.ts"), { bigint: true });
  await lab().goBack();
  expect(lstatSync(lab().at("src/b.ts"), { bigint: true }).mtimeNs).toBe(mtimeNs);
});

test("a change of the same size and with the old time is found", async () => {
  lab().repository();
  utimesSync(lab().at("src/a.ts"), 2_000, 2_000);
  expect(
    await lab().command(
      "touch -r src/a.ts .t && printf 'two\\n' > src/a.ts && touch -r .t src/a.ts && rm .t",
    ),
  ).toEqual(["src/a.ts"]);
  await lab().goBack();
  expect(lab().read("src/a.ts")).toBe("one\n");
});

test("redo brings the command's changes back", async () => {
  await lab().command("echo two > src/a.ts; echo new > made.txt; rm src/b.ts");
  const { redo } = await lab().goBack();
  expect([
    lab().read("src/a.ts"),
    existsSync(lab().at("made.txt")),
    lab().read("src/b.ts"),
  ]).toEqual(["one\n", false, "b\n"]);
  await lab().goBack(redo);
  expect([
    lab().read("src/a.ts"),
    lab().read("made.txt"),
    existsSync(lab().at("src/b.ts")),
  ]).toEqual(["two\n", "new\n", false]);
});

test("what the person changed after the command is told", async () => {
  await lab().command("echo two > src/a.ts; echo three > src/b.ts");
  lab().write("src/b.ts", "three\nmine\n");
  expect(await lab().planOf(lab().id)).toEqual({
    "src/a.ts": "write",
    "src/b.ts": "write, changed since",
  });
});

test.each(["with Git", "without Git"])(
  "files that a command deletes come back, links and permissions too, %s",
  async (way) => {
    lab().write("run.sh", "echo\n");
    chmodSync(lab().at("run.sh"), 0o755);
    symlinkSync("src/a.ts", lab().at("link"));
    if (way === "with Git") {
      lab().repository();
    }
    expect(await lab().command("rm -rf src run.sh link")).toEqual([
      "link",
      "run.sh",
      "src/a.ts",
      "src/b.ts",
    ]);
    await lab().goBack();
    expect([
      lab().read("src/a.ts"),
      lab().read("src/b.ts"),
      readlinkSync(lab().at("link")),
    ]).toEqual(["one\n", "b\n", "src/a.ts"]);
    expect(statSync(lab().at("run.sh")).mode & 0o777).toBe(0o755);
  },
);

test("in the home folder, above it and at the root nothing is watched, and the reason is given", async () => {
  const reasons: unknown[] = [];
  for (const options of [
    { roots: [lab().home] },
    { roots: [dirname(lab().home)] },
    { roots: ["/"] },
    { maxFiles: 1 },
  ]) {
    await lab().open(options);
    reasons.push(await lab().watch.problem());
    expect(await lab().watch.begin()).toBeUndefined();
  }
  expect(reasons).toEqual(["homeFolder", "homeFolder", "rootFolder", "tooManyFiles"]);
});

test("files of a nested repository and of a submodule are covered by their own rules", async () => {
  lab().write("lib/one.txt", "1\n");
  lab().write("lib/secret.log", "log\n");
  lab().write("lib/.gitignore", "*.log\n");
  lab().shell("git init -q && git add -A && git commit -qm inner", lab().at("lib"));
  // The outer repository has it as a submodule.
  lab().repository("lib/unused\n");
  lab().write("untracked/deep.txt", "1\n");
  lab().shell("git init -q && git add -A && git commit -qm other", lab().at("untracked"));
  expect(await lab().command("echo 2 > untracked/deep.txt")).toEqual(["untracked/deep.txt"]);
  expect(
    await lab().command("echo 2 > lib/one.txt; echo x > lib/secret.log; echo n > lib/new.txt"),
  ).toEqual(["lib/new.txt", "lib/one.txt"]);
  await lab().goBack();
  expect([
    lab().read("lib/one.txt"),
    existsSync(lab().at("lib/new.txt")),
    lab().read("lib/secret.log"),
  ]).toEqual(["1\n", false, "x\n"]);
  expect(lab().shell("git status --short", lab().at("lib"))).toBe("");
});

test("a file that was ignored before and is not afterwards is never deleted by going back", async () => {
  lab().repository();
  lab().write("ignored.txt", "precious\n");
  lab().write("build/out.js", "precious\n");
  expect(await lab().command("echo nothing > .gitignore")).toContain("ignored.txt");
  expect(await lab().planOf(lab().id)).toEqual({
    ".gitignore": "write",
    "build/out.js": "blocked",
    "ignored.txt": "blocked",
  });
  await lab().goBack();
  expect([lab().read("ignored.txt"), lab().read("build/out.js")]).toEqual([
    "precious\n",
    "precious\n",
  ]);
});

test("a repository whose configuration starts programs is not asked, and is covered all the same", async () => {
  lab().repository();
  lab().shell(`git config filter.evil.clean "touch ${lab().home}/evil; cat"`);
  lab().shell(`git config core.fsmonitor "touch ${lab().home}/monitor; false"`);
  lab().write(".gitattributes", "* filter=evil\n");
  mkdirSync(lab().at(".git/hooks"), { recursive: true });
  lab().write(".git/hooks/post-index-change", `#!/bin/sh\ntouch ${lab().home}/hook\n`);
  chmodSync(lab().at(".git/hooks/post-index-change"), 0o755);
  expect(await lab().command("echo two > src/a.ts")).toEqual(["src/a.ts"]);
  await lab().goBack();
  expect(lab().read("src/a.ts")).toBe("one\n");
  expect(["evil", "monitor", "hook"].filter((name) => existsSync(join(lab().home, name)))).toEqual(
    [],
  );
});

test("a repository that becomes one whose configuration starts programs is no longer asked", async () => {
  lab().repository();
  await lab().command("echo two > src/a.ts");
  await lab().command(`git config core.fsmonitor "touch ${lab().home}/monitor; false"`);
  expect(await lab().command("echo three > src/a.ts")).toEqual(["src/a.ts"]);
  expect(existsSync(join(lab().home, "monitor"))).toBe(false);
});

test("contents are kept for what changed only, and nothing is left of the rest", async () => {
  for (let index = 0; index < 60; index += 1) {
    lab().write(`many/${index}.txt`, `${index}\n`.repeat(1_000));
  }
  await lab().command("echo two > many/7.txt");
  await lab().watch.close();
  const kept = lab().shell("find . -type f | sort", join(lab().home, "store")).trim().split("\n");
  expect(kept).toEqual([expect.stringMatching(/^\.\/contents\//u), "./log.jsonl"]);
});

test("a command that was cut off is noted when the log is opened again, for the person to decide", async () => {
  lab().repository();
  lab().write("untracked.txt", "mine\n");
  await lab().watch.begin();
  lab().shell("rm untracked.txt; echo two > src/a.ts; echo new > made.txt");
  await lab().open();
  const [first] = lab().store.journal.checkpoints;
  await lab().watch.recover();
  expect(await lab().planOf(first?.id)).toEqual({
    "made.txt": "remove, changed since",
    "src/a.ts": "write, changed since",
    "untracked.txt": "write, changed since",
  });
  await lab().goBack(first?.id);
  expect([
    lab().read("untracked.txt"),
    lab().read("src/a.ts"),
    existsSync(lab().at("made.txt")),
  ]).toEqual(["mine\n", "one\n", false]);
});

test("later commands of a run see what edits and earlier commands left", async () => {
  lab().repository();
  await lab().command("echo two > src/a.ts");
  await lab().store.journal.before([lab().at("src/b.ts")]);
  lab().write("src/b.ts", "edited\n");
  await lab().store.journal.after([lab().at("src/b.ts")]);
  expect(await lab().command("echo three > src/b.ts; echo made > made.txt")).toEqual([
    "made.txt",
    "src/b.ts",
  ]);
  expect(await lab().command("rm made.txt")).toEqual(["made.txt"]);
  await lab().goBack();
  expect([
    lab().read("src/a.ts"),
    lab().read("src/b.ts"),
    existsSync(lab().at("made.txt")),
  ]).toEqual(["one\n", "b\n", false]);
});

test("what is too large to keep is named as such, and the rest goes back", async () => {
  lab().write("large.bin", "x".repeat(1_048_577));
  await lab().command("rm large.bin src/a.ts");
  expect((await lab().goBack()).failed).toEqual([lab().at("large.bin")]);
  expect(lab().read("src/a.ts")).toBe("one\n");
});
