import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { AgentProgram } from "./agentProgram.ts";
import { changeOne, edit } from "./steps.ts";

const program = new AgentProgram();
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterAll(() => lab.hubs.dispose());

const twenty = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join("");

/** A folder with one run that changed a file. */
async function changedFolder(): Promise<string> {
  const folder = lab.folder({ "a.txt": "one\n", "b.txt": twenty });
  const task = lab.trajectory([
    { calls: [edit("a.txt", "one", "two"), edit("b.txt", "line 3\n", "")] },
    { calls: [edit("b.txt", "line 17", "line seventeen")] },
    { text: "Ready." },
  ]);
  await program.run([...program.flags(folder), "--yes", "edit", task]);
  return folder;
}

async function runs(folder: string, ...args: readonly string[]) {
  return await program.run(["runs", ...args, "--cwd", folder]);
}

async function firstId(folder: string): Promise<string> {
  const { lines } = await runs(folder, "--json");
  return String((JSON.parse(lines[0] ?? "{}") as { readonly id?: string }).id);
}

test("the list has each run of the folder with its state, and no secret of its task", async () => {
  const folder = await changedFolder();
  const secret = "AKIAQYLPMN5HFIQR7XYA";
  const refused = lab.trajectory([{ calls: [edit("a.txt", "two", "three")] }, { text: "No." }]);
  await program.run([...program.flags(folder), `Use the key ${secret} for ${refused}`]);
  const { code, lines } = await runs(folder, "--json");
  const heads = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect([code, heads.map(({ state }) => state)]).toEqual([0, ["refused", "done"]]);
  expect(heads[1]).toMatchObject({ folder: realpathSync(folder), model: "hub-script-play" });
  expect(lines.join("\n")).not.toContain(secret);
  expect((await runs(folder)).lines).toEqual([
    expect.stringMatching(/^[\da-f]{8} {2}refused {5}now {7}Use the key \S+ for play:t\d+$/u),
    expect.stringMatching(/^[\da-f]{8} {2}done {8}now {7}play:t\d+$/u),
  ]);
  const other = lab.folder({});
  expect((await runs(other)).lines[0]).toContain("no runs of this folder");
  expect((await runs(other, "--all")).lines.length).toBeGreaterThanOrEqual(2);
  const stored = join(lab.hubs.home, "ours/agent/runs");
  expect(
    readdirSync(stored).map((name) => statSync(join(stored, name)).mode & 0o777),
  ).not.toContain(0o644);
});

test("a run is shown, and its difference is a patch that Git takes back", async () => {
  const folder = await changedFolder();
  const id = await firstId(folder);
  const shown = await runs(folder, "show", id.slice(0, 8));
  expect(shown.lines.slice(1)).toEqual([
    `${realpathSync(folder)}, hub-script-play, 3 steps, cost 0.00`,
    "",
    expect.stringMatching(/^> play:t\d+$/u),
    "",
    expect.stringContaining("· edit_file"),
    expect.stringContaining("· edit_file"),
    expect.stringContaining("· edit_file"),
    "Ready.",
  ]);
  const patch = `${(await runs(folder, "diff", id)).lines.join("\n")}\n`;
  expect(patch.split("\n").slice(0, 6).join("|")).toBe(
    "--- a/a.txt|+++ b/a.txt|@@ -1,1 +1,1 @@|-one|+two|--- a/b.txt",
  );
  writeFileSync(join(folder, "x.patch"), patch);
  execFileSync("git", ["apply", "-R", "x.patch"], { cwd: folder });
  expect([lab.read(folder, "a.txt"), lab.read(folder, "b.txt")]).toEqual(["one\n", twenty]);
});

test("the last run of the folder goes on, and a run by the beginning of its id from anywhere", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const flags = [...program.flags(folder), "--yes", "edit"];
  expect((await program.run([...flags, "--continue"])).stderr).toBe(
    "There is no run of this folder that could go on.\n",
  );
  const task = lab.trajectory([...changeOne.slice(0, 2), { text: "Ready." }]);
  await program.run([...flags, task]);
  const id = await firstId(folder);
  lab.changeTrajectory(task, [{}, {}, { text: "All done." }]);
  const again = await program.run([...flags, "-c", "Now the rest."]);
  expect([again.code, again.lines[0]]).toEqual([0, "All done."]);
  const hub = program.flags("/").slice(0, 2);
  const third = await program.run(["runs", "resume", id.slice(0, 8), "Now the rest.", ...hub]);
  expect([third.code, third.lines[0]]).toEqual([0, "All done."]);
  const { lines } = await runs(folder, "--json");
  expect(lines).toHaveLength(1);
  // What it changed before it went on is still its difference.
  expect((await runs(folder, "diff", id)).lines).toContain("-one");
});

test("a removed run is gone, with what its files were", async () => {
  const folder = await changedFolder();
  const id = await firstId(folder);
  const { checkpoints } = JSON.parse(
    lab.read(join(lab.hubs.home, "ours/agent/runs"), `${id}.json`),
  ) as { readonly checkpoints: readonly string[] };
  expect((await runs(folder, "remove", id.slice(0, 8))).code).toBe(0);
  expect(existsSync(join(lab.hubs.home, "ours/agent/runs", `${id}.json`))).toBe(false);
  const back = await program.run(["--restore", checkpoints[0] ?? "", "--cwd", folder]);
  expect([back.code, back.stderr]).toEqual([2, expect.stringContaining("There is no checkpoint")]);
  expect((await runs(folder, "show", id)).code).toBe(1);
});

test.each([
  [["show"], 2, "Give the id of one run"],
  [["show", "../../x"], 1, "There is no run ../../x."],
  [["diff", "0000", "1111"], 2, "Give the id of one run"],
  [["remove"], 2, "Give the ids"],
  [["clear"], 2, "not clear"],
  [["resume"], 2, "Give the id of one run"],
])("runs %j is refused in one sentence", async (args, code, message) => {
  const ended = await program.run(["runs", ...args]);
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
});
