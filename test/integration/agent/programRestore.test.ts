import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { AgentProgram, withoutToken } from "./agentProgram.ts";
import { bashIn } from "./bashIn.ts";
import { changeOne, command } from "./steps.ts";

const program = new AgentProgram();
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterAll(() => lab.hubs.dispose());

test("what a command changed is the run's, and goes back with it", async () => {
  const folder = lab.folder({ "a.txt": "one\n", "b.txt": "1\n" });
  const change = "rm a.txt; echo new > new.txt";
  const task = lab.trajectory([
    command(change),
    {
      expect: "Exit code 0.\nFiles changed: a.txt, new.txt",
      calls: [{ tool: "get_changes", args: { scope: "run" } }],
    },
    {
      expect: "deleted a.txt \\+0 -1\n@@ 1 @@\n-one\n.*made new.txt \\+1 -0\n@@ 1 @@\n.*\\+new",
      calls: [{ tool: "get_changes", args: { scope: "git" } }],
    },
    { expect: "Git cannot be asked safely here", text: "Ready." },
  ]);
  const { lines } = await program.run([
    ...program.flags(folder),
    "--yes",
    `command:${change}`,
    "--json",
    task,
  ]);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.at(-1)).toMatchObject({ outcome: "done", files: ["a.txt", "new.txt"] });
  const { id } = events.find(({ type }) => type === "checkpoint") ?? {};
  await program.run(["--restore", String(id), "--cwd", folder, "--yes", "restore"], withoutToken);
  expect([lab.read(folder, "a.txt"), existsSync(join(folder, "new.txt"))]).toEqual([
    "one\n",
    false,
  ]);
});

test("going back names what no one kept, and never says that there is nothing to do then", async () => {
  const folder = lab.folder({ "a.txt": "one\n", ".gitignore": ".env\n" });
  bashIn(folder, folder, "git init -q && git add a.txt .gitignore && git commit -qm first");
  writeFileSync(join(folder, ".env"), "KEY=1\n");
  const script = "git clean -fdxq";
  const task = lab.trajectory([
    command(script),
    { expect: "Gone, and kept by nobody, so that it cannot come back: .env", text: "Ready." },
  ]);
  const { lines } = await program.run([
    ...program.flags(folder),
    "--yes",
    `command:${script}`,
    "--json",
    task,
  ]);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.at(-1)).toMatchObject({ outcome: "done" });
  const { id } = events.find(({ type }) => type === "checkpoint") ?? {};
  const back = await program.run(["--restore", String(id), "--cwd", folder], withoutToken);
  expect(back.code).toBe(1);
  expect(back.lines.slice(1)).toEqual([
    "Nothing can be restored.",
    "Cannot be restored, because there is no copy:",
    "  .env",
  ]);
});

test("going back names and removes the empty folders that a command made", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const script = "mkdir -p made/inner";
  const { lines } = await program.run([
    ...program.flags(folder),
    "--yes",
    `command:${script}`,
    "--json",
    lab.trajectory([command(script), { expect: "Exit code 0", text: "Ready." }]),
  ]);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { id } = events.find(({ type }) => type === "checkpoint") ?? {};
  const flags = ["--restore", String(id), "--cwd", folder, "--yes", "restore"];
  const back = await program.run(flags, withoutToken);
  const inner = join("made", "inner");
  expect([back.code, back.lines.slice(1, 4)]).toEqual([
    0,
    [
      `  remove  empty folder ${inner}`,
      "As they were: 1. Left: 0.",
      `Removed: empty folder ${inner}`,
    ],
  ]);
  expect(existsSync(join(folder, "made"))).toBe(false);
});

test("going back names the commits of the run and leaves them", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  bashIn(folder, folder, "git init -q && git add a.txt && git commit -qm first");
  const script = "echo two > a.txt; git -c user.name=a -c user.email=a@b commit -qam 'by the run'";
  const task = lab.trajectory([command(script), { expect: "Exit code 0", text: "Ready." }]);
  const { lines } = await program.run([
    ...program.flags(folder),
    "--yes",
    `command:${script}`,
    "--json",
    task,
  ]);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { id } = events.find(({ type }) => type === "checkpoint") ?? {};
  const back = await program.run(
    ["--restore", String(id), "--cwd", folder, "--yes", "restore"],
    withoutToken,
  );
  expect(back.lines.slice(1, 4)).toEqual([
    "  write   a.txt  +1 -1",
    "Commits since then stay as they are:",
    expect.stringMatching(/^ {2}[\da-f]{7} by the run$/u),
  ]);
  expect(bashIn(folder, folder, "git log --format=%s; git status --short")).toBe(
    "by the run\nfirst\n M a.txt\n",
  );
});

test("the plan says which files can run by themselves or in a build", async () => {
  const folder = lab.folder({ Makefile: "all:\n" });
  const script = "echo new: > Makefile";
  const task = lab.trajectory([command(script), { expect: "Exit code 0", text: "Ready." }]);
  const yes = ["--yes", `command:${script}`];
  const { lines } = await program.run([...program.flags(folder), ...yes, "--json", task]);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { id } = events.find(({ type }) => type === "checkpoint") ?? {};
  const shown = await program.run(["--restore", String(id), "--cwd", folder], withoutToken);
  expect(shown.lines[1]).toBe("  write   Makefile  +1 -1  (can run by itself or in a build)");
});

test("a checkpoint takes the run back without a task or a token, and its redo forward again", async () => {
  const folder = lab.folder({ "a.txt": "one\n", "b.txt": "1\n" });
  const task = lab.trajectory([
    ...changeOne.slice(0, 2),
    {
      expect: "a.txt",
      calls: [
        { tool: "write_file", args: { path: "new.txt", content: "new\n" } },
        { tool: "edit_file", args: { path: "b.txt", edits: [{ old_text: "1", new_text: "2" }] } },
      ],
    },
    { text: "Ready." },
  ]);
  const { lines } = await program.run([...program.flags(folder), "--yes", "edit", "--json", task]);
  const set = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { id, label } = set.find(({ type }) => type === "checkpoint") ?? {};
  expect(label).toBe(task);
  writeFileSync(join(folder, "b.txt"), "2\nmine\n");
  const back = ["--restore", String(id), "--cwd", folder];
  const shown = await program.run(back, withoutToken);
  expect([shown.code, lab.read(folder, "a.txt")]).toEqual([3, "two\n"]);
  expect(shown.lines).toEqual([
    `Going back to before: ${task}`,
    "  write   a.txt  +1 -1",
    "  remove  new.txt  +0 -1",
    "Changed by somebody else, left as they are (--yes restore:<path> takes one along):",
    "  write   b.txt  +1 -2",
  ]);
  const done = await program.run([...back, "--yes", "restore", "--json"], withoutToken);
  const restored = JSON.parse(done.lines[1] ?? "") as Record<string, unknown>;
  expect(restored).toMatchObject({
    type: "restored",
    files: ["a.txt", "new.txt"],
    left: ["b.txt"],
  });
  expect([lab.read(folder, "a.txt"), existsSync(join(folder, "new.txt"))]).toEqual([
    "one\n",
    false,
  ]);
  await program.run([...back, "--yes", "restore:b.txt"], withoutToken);
  expect(lab.read(folder, "b.txt")).toBe("1\n");
  const redo = ["--restore", String(restored["redo"]), "--cwd", folder, "--yes", "restore"];
  expect((await program.run(redo, withoutToken)).code).toBe(0);
  expect(["a.txt", "b.txt", "new.txt"].map((name) => lab.read(folder, name))).toEqual([
    "two\n",
    "2\nmine\n",
    "new\n",
  ]);
  expect((await program.run(["--restore", "none", "--cwd", folder], withoutToken)).code).toBe(2);
});

test("the flags of the run may stay when it goes back, a task may not", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const flags = [...program.flags(folder), "--level", "edits", "--max-steps", "9"];
  const edit = {
    tool: "edit_file",
    args: { path: "a.txt", edits: [{ old_text: "one", new_text: "2" }] },
  };
  const { lines } = await program.run([
    ...flags,
    lab.trajectory([{ calls: [edit] }, { text: "." }]),
  ]);
  const id = /--restore (\S+)/u.exec(lines.join("\n"))?.[1] ?? "";
  expect(lab.read(folder, "a.txt")).toBe("2\n");
  const withTask = await program.run([...flags, `--restore=${id}`, "task"], withoutToken);
  expect([withTask.code, withTask.stderr]).toEqual([
    2,
    expect.stringContaining("--restore takes no task."),
  ]);
  const back = await program.run([...flags, `--restore=${id}`, "--yes", "restore"], withoutToken);
  expect([back.code, lab.read(folder, "a.txt")]).toEqual([0, "one\n"]);
});
