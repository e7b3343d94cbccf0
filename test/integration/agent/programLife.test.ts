import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { AgentProgram, type EndedProgram, endOf } from "./agentProgram.ts";
import { isAlive } from "./mcpLab.ts";

const program = new AgentProgram();
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterAll(() => lab.hubs.dispose());

function events({ lines }: EndedProgram): readonly Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function edit(from: string, to: string): object {
  const edits = [{ old_text: from, new_text: to }];
  return { calls: [{ tool: "edit_file", args: { path: "a.txt", edits } }] };
}

const waiting = "echo $$ > pid; while true; do sleep 1; done";
const commandStep = {
  calls: [{ tool: "run_command", args: { command: waiting, purpose: "wait" } }],
};

/** The number of the command's shell, once it runs. */
async function shellIn(folder: string): Promise<number> {
  const file = join(folder, "pid");
  return await vi.waitFor(
    () => {
      const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
      expect(pid).toBeGreaterThan(0);
      return pid;
    },
    { timeout: 20_000, interval: 20 },
  );
}

test("a run whose steps are used up goes on, under its own name at the hub", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const task = lab.trajectory([
    edit("one", "two"),
    { expect: "Done|two", ...edit("two", "three") },
    { text: "Ready." },
  ]);
  const flags = [...program.flags(folder), "--yes", "edit", "--json"];
  const end = events(await program.run([...flags, "--max-steps", "1", task])).at(-1);
  expect(end).toMatchObject({ outcome: "budget", pause: "steps", steps: 1 });
  const again = events(await program.run([...flags, "--resume", String(end?.["resume"])]));
  expect(again.at(-1)).toMatchObject({ outcome: "done", steps: 3 });
  expect(again.at(-1)).not.toHaveProperty("resume");
  expect(lab.read(folder, "a.txt")).toBe("three\n");
});

test("a run whose cap is used up goes on only with a higher one", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const task = lab.trajectory([edit("one", "two"), { text: "Ready." }]);
  const flags = [...program.flags(folder), "--yes", "edit", "--json"];
  const first = await program.run([...flags, "--max-cost", "0.001", task]);
  const end = events(first).at(-1);
  expect([first.code, end?.["pause"]]).toEqual([4, "budget"]);
  expect(end?.["cap"]).toMatchObject({ unit: "tokens", limit: "250", more: "250" });
  expect(end?.["maxCost"]).toBe("0.002");
  const resume = ["--resume", String(end?.["resume"])];
  const again = await program.run([...program.flags(folder), ...resume]);
  expect(again.code).toBe(4);
  expect(again.lines.join("\n")).toMatch(/Paused: \d+ of 250 tokens used\. What was done stays\./u);
  expect(again.lines.join("\n")).toMatch(
    /To allow 250 more tokens: --resume [\w-]+ --max-cost 0\.002$/u,
  );
  const second = await program.run([...flags, ...resume, "--max-cost", "2", "Now do it."]);
  expect(events(second).at(-1)).toMatchObject({ outcome: "done" });
  expect(lab.read(folder, "a.txt")).toBe("two\n");
});

test("after a crash in the middle of a command the run goes on and knows that its outcome is unknown", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const task = lab.trajectory([
    commandStep,
    { expect: "Interrupted. Whether it took effect is not known", text: "Ready." },
  ]);
  const flags = [...program.flags(folder), "--yes", `command:${waiting}`, "--json"];
  const child = program.spawn([...flags, task]);
  const closed = once(child, "close");
  const pid = await shellIn(folder);
  child.kill("SIGKILL");
  await closed;
  const id = newestRun();
  const again = await program.run([...flags, "--resume", id]);
  expect(events(again).at(-1)).toMatchObject({ outcome: "done" });
  expect(isAlive(pid)).toBe(false);
});

function newestRun(): string {
  const folder = join(lab.hubs.home, "ours", "agent", "runs");
  const names = readdirSync(folder).toSorted(
    (a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs,
  );
  return names[0]?.replace(/\.json$/u, "") ?? "";
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s, twice, ends the run and its commands",
  async (signal) => {
    const folder = lab.folder({ "a.txt": "one\n" });
    const flags = [...program.flags(folder), "--yes", `command:${waiting}`, "--json"];
    const child = program.spawn([...flags, lab.trajectory([commandStep])]);
    const ended = endOf(child);
    const pid = await shellIn(folder);
    child.kill(signal);
    child.kill(signal);
    const { code, lines, stderr } = await ended;
    expect([code, stderr]).toEqual([130, ""]);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "end", outcome: "stopped" });
    expect(isAlive(pid)).toBe(false);
  },
);

test("nobody reads what it writes: the run and its commands end", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const background = {
    ...commandStep.calls[0],
    args: { ...commandStep.calls[0]?.args, background: true },
  };
  const look = { calls: [{ tool: "read_output", args: { id: "1", wait_s: 1 } }] };
  const task = lab.trajectory([{ calls: [background] }, ...Array.from({ length: 90 }, () => look)]);
  const child = program.spawn([...program.flags(folder), "--yes", `command:${waiting}`, task]);
  const closed = once(child, "close");
  const pid = await shellIn(folder);
  child.stdout?.destroy();
  await closed;
  expect(isAlive(pid)).toBe(false);
});

test("an answer that breaks off is printed as far as it came, then the failure", async () => {
  const flags = program.flags(lab.folder({})).map((flag) => flag.replace("play", "cut"));
  const { code, lines, stderr } = await program.run([...flags, "Hi"]);
  expect(lines[0]).toMatch(/^(?!failed)\S/u);
  expect(lines.at(-2)).toMatch(/^failed \(truncated\)/u);
  expect(stderr).toContain("broke off");
  expect(code).toBe(1);
  const asJson = await program.run([...flags, "--json", "Hi"]);
  expect(events(asJson)).toMatchObject([
    { type: "text", text: expect.stringMatching(/\S/u) as string },
    { type: "end", outcome: "failed" },
  ]);
});

test("a second run in a folder is refused while the first one works", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const child = program.spawn([
    ...program.flags(folder),
    "--yes",
    `command:${waiting}`,
    lab.trajectory([commandStep]),
  ]);
  const ended = endOf(child);
  await shellIn(folder);
  const { code, stderr } = await program.run([...program.flags(folder), "other"]);
  child.kill("SIGTERM");
  await ended;
  expect([code, stderr]).toEqual([
    1,
    `Another run works in ${folder}. Wait for its end, or stop it.\n`,
  ]);
});

test("what is wrong with a start is said in one sentence", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const flags = program.flags(folder);
  const firstLine = async (args: readonly string[], more?: NodeJS.ProcessEnv) => {
    const { code, stderr } = await program.run(args, more);
    return `${code} ${stderr.split("\n")[0]}`;
  };
  expect(await firstLine([...flags, "x"], { AI_HUB_TOKEN: "" })).toBe(
    "2 A token is needed: --sign-in, --token-file, or AI_HUB_TOKEN.",
  );
  expect(await firstLine([...flags, "x"], { AI_HUB_TOKEN: "sk_hub_wrong" })).toMatch(
    /^1 .*\(auth_invalid, http/u,
  );
  expect(await firstLine([...flags, "--hub", "http://127.0.0.1:9", "x"])).toMatch(
    /^1 .*, http:\/\/127.0.0.1:9\)$/u,
  );
  expect(await firstLine([...flags, "--cwd", join(folder, "a.txt"), "x"])).toMatch(
    /^2 .*is no folder\.$/u,
  );
  expect(await firstLine(flags)).toBe("2 Give the task as one text, or on standard input.");
  expect(await firstLine([...flags, "--resume", "../x"])).toBe(
    "1 There is no run ../x that could go on.",
  );
  const { code, lines } = await program.run([...flags, "--model", "no-such", "--json", "x"]);
  expect([code, events({ code, lines, stderr: "" }).at(-1)]).toMatchObject([
    1,
    { outcome: "failed", reason: "model_not_found" },
  ]);
});
