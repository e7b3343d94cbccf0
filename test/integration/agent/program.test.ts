import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as esbuild from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

import { agentBundle } from "../../../scripts/agentBundle.ts";
import { root } from "../../../scripts/paths.ts";
import { StoredRules } from "../../../src/agentNode/storedRules.ts";
import { openProfileAgent } from "../../../src/shared/agentPolicy.ts";
import type { HubProcess } from "../hubServer/hubProcess.ts";
import { AgentLab } from "./agentLab.ts";
import { bashIn } from "./bashIn.ts";

const lab = new AgentLab();
const program = join(lab.hubs.home, "agent.mjs");
let hub: HubProcess;

beforeAll(async () => {
  hub = await lab.start();
  await esbuild.build({
    entryPoints: [join(root, "src/agentCli/main.ts")],
    ...agentBundle,
    outfile: program,
    logLevel: "silent",
  });
}, 60_000);
afterAll(() => lab.hubs.dispose());

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly stderr: string;
}

async function run(args: readonly string[], token = hub.token): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env["PATH"],
      AI_HUB_TOKEN: token,
      AI_HUB_HOME: join(lab.hubs.home, "ours"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error]: [string[], string[]] = [[], []];
  child.stdout.on("data", (data: Buffer) => out.push(data.toString()));
  child.stderr.on("data", (data: Buffer) => error.push(data.toString()));
  await once(child, "close");
  const lines = out.join("").trimEnd().split("\n");
  return { code: child.exitCode, lines, stderr: error.join("") };
}

function command(text: string): object {
  return { calls: [{ tool: "run_command", args: { command: text, purpose: "look" } }] };
}

const steps = [
  { calls: [{ tool: "read_file", args: { path: "a.txt" } }] },
  {
    expect: "one",
    calls: [
      { tool: "edit_file", args: { path: "a.txt", edits: [{ old_text: "one", new_text: "two" }] } },
    ],
  },
  { text: "Ready." },
];

function flags(folder: string): readonly string[] {
  return ["--hub", hub.url, "--model", "hub-script-play", "--cwd", folder];
}

test.each(["openai", "anthropic"])("a run in the format of %s, event by event", async (format) => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const task = lab.trajectory(steps);
  const { code, lines } = await run([
    ...flags(folder),
    "--format",
    format,
    "--yes",
    "edit:a.txt",
    "--json",
    task,
  ]);
  const events = lines.map((line) => JSON.parse(line) as { readonly type: string });
  expect(events.map(({ type }) => type).join(" ")).toBe(
    "call result call card checkpoint result text end",
  );
  expect(events.at(-1)).toEqual({
    type: "end",
    outcome: "done",
    steps: 3,
    cost: "0.00",
    files: ["a.txt"],
  });
  expect(code).toBe(0);
  expect(lab.read(folder, "a.txt")).toBe("two\n");
});

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
  const { lines } = await run([...flags(folder), "--yes", `command:${change}`, "--json", task]);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.at(-1)).toMatchObject({ outcome: "done", files: ["a.txt", "new.txt"] });
  const { id } = events.find(({ type }) => type === "checkpoint") ?? {};
  await run(["--restore", String(id), "--cwd", folder, "--yes", "restore"], "");
  expect([lab.read(folder, "a.txt"), existsSync(join(folder, "new.txt"))]).toEqual([
    "one\n",
    false,
  ]);
});

test("CP 02: going back names the commits of the run and leaves them", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  bashIn(folder, folder, "git init -q && git add a.txt && git commit -qm first");
  const script = "echo two > a.txt; git -c user.name=a -c user.email=a@b commit -qam 'by the run'";
  const task = lab.trajectory([command(script), { expect: "Exit code 0", text: "Ready." }]);
  const { lines } = await run([...flags(folder), "--yes", `command:${script}`, "--json", task]);
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { id } = events.find(({ type }) => type === "checkpoint") ?? {};
  const back = await run(["--restore", String(id), "--cwd", folder, "--yes", "restore"], "");
  expect(back.lines.slice(1, 4)).toEqual([
    "  write   a.txt  +1 -1",
    "Commits since then stay as they are:",
    expect.stringMatching(/^ {2}[\da-f]{7} by the run$/u),
  ]);
  expect(bashIn(folder, folder, "git log --format=%s; git status --short")).toBe(
    "by the run\nfirst\n M a.txt\n",
  );
});

test("a checkpoint takes the run back without a task or a token, and its redo forward again", async () => {
  const folder = lab.folder({ "a.txt": "one\n", "b.txt": "1\n" });
  const task = lab.trajectory([
    ...steps.slice(0, 2),
    {
      expect: "a.txt",
      calls: [
        { tool: "write_file", args: { path: "new.txt", content: "new\n" } },
        { tool: "edit_file", args: { path: "b.txt", edits: [{ old_text: "1", new_text: "2" }] } },
      ],
    },
    { text: "Ready." },
  ]);
  const { lines } = await run([...flags(folder), "--yes", "edit", "--json", task]);
  const set = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { id, label } = set.find(({ type }) => type === "checkpoint") ?? {};
  expect(label).toBe(task);
  writeFileSync(join(folder, "b.txt"), "2\nmine\n");
  const back = ["--restore", String(id), "--cwd", folder];
  const shown = await run(back, "");
  expect([shown.code, lab.read(folder, "a.txt")]).toEqual([3, "two\n"]);
  expect(shown.lines).toEqual([
    `Going back to before: ${task}`,
    "  write   a.txt  +1 -1",
    "  remove  new.txt  +0 -1",
    "Changed by somebody else, left as they are (--yes restore:<path> takes one along):",
    "  write   b.txt  +1 -2",
  ]);
  const done = await run([...back, "--yes", "restore", "--json"], "");
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
  await run([...back, "--yes", "restore:b.txt"], "");
  expect(lab.read(folder, "b.txt")).toBe("1\n");
  const redo = ["--restore", String(restored["redo"]), "--cwd", folder, "--yes", "restore"];
  expect((await run(redo, "")).code).toBe(0);
  expect(["a.txt", "b.txt", "new.txt"].map((name) => lab.read(folder, name))).toEqual([
    "two\n",
    "2\nmine\n",
    "new\n",
  ]);
  expect((await run(["--restore", "none", "--cwd", folder], "")).code).toBe(2);
});

test("without a terminal and a rule the edit is refused", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const { code, lines } = await run([...flags(folder), lab.trajectory(steps)]);
  expect(lines.at(-1)).toBe("refused: 3 steps, no files changed");
  expect(code).toBe(3);
  expect(lab.read(folder, "a.txt")).toBe("one\n");
});

test("commands that only read run at once, others by their rule", async () => {
  const folder = lab.folder({ "a.txt": "one\n", "say.mjs": "console.log(6 * 7);\n" });
  const trajectory = [
    command("cat a.txt"),
    { expect: "^one\nExit code 0", ...command("node say.mjs") },
    { expect: "^42\nExit code 0", ...command("touch new.txt") },
    { expect: "needs a person", text: "Ready." },
  ];
  const rule = ["--yes", "command:node say.mjs"];
  const { code, lines } = await run([...flags(folder), ...rule, lab.trajectory(trajectory)]);
  expect(lines.slice(-2)).toEqual(["Ready.", "refused: 4 steps, no files changed"]);
  expect(code).toBe(3);
});

test("a command that takes a second or more says how long it took", async () => {
  const folder = lab.folder({ "a.txt": "a\n" });
  const trajectory = [
    command("sleep 1.1"),
    { expect: "^Exit code 0 after 1\\.\\d s\\.|^Exit code 0 after [2-9]", text: "Ready." },
  ];
  const rule = ["--yes", "command:sleep 1.1"];
  const { code, lines } = await run([...flags(folder), ...rule, lab.trajectory(trajectory)]);
  expect(lines.at(-2)).toBe("Ready.");
  expect(code).toBe(0);
});

test("rules are words: a beginning, each command of a chain, and the stored rules of the folder", async () => {
  const folder = lab.folder({ "say.mjs": "console.log(process.argv.slice(2).join());\n" });
  const file = join(lab.hubs.home, "ours/agent/rules.json");
  const deny = {
    kind: "command",
    words: ["node", "say.mjs", "secret"],
    extent: "beginning",
  } as const;
  await new StoredRules(file).add(realpathSync(folder), { ...deny, effect: "deny" });
  const trajectory = [
    command("node say.mjs a b && node say.mjs c"),
    { expect: "^a,b\nc\nExit code 0", ...command("node say.mjs a && touch b") },
    { expect: "needs a person", ...command("node say.mjs secret x") },
    { expect: "A rule of the person forbids it", text: "Ready." },
  ];
  const rule = ["--yes", "command-beginning:node say.mjs"];
  const { lines } = await run([...flags(folder), ...rule, lab.trajectory(trajectory)]);
  expect(lines.slice(-2)).toEqual(["Ready.", "refused: 4 steps, no files changed"]);
  expect(new StoredRules(file).rules(tmpdir())).toEqual([]);
});

test("the trajectory that other agents play runs to its end here, too", async () => {
  const source = 'function greet() {\n  return "Hello";\n}\nconsole.log(greet());\n';
  const folder = lab.folder({ "greet.js": source });
  const rules = ["--yes", "edit", "--yes", "command:node greet.js"];
  const { code, lines } = await run([...flags(folder), ...rules, lab.example("greet")]);
  expect(lines.slice(-2)).toEqual(["It prints Hello, world.", "done: 4 steps, greet.js"]);
  expect(code).toBe(0);
});

test("a command in the background is read and stopped", async () => {
  const folder = lab.folder({ "wait.mjs": "setInterval(() => undefined, 1000);\n" });
  const args = { command: "node wait.mjs", purpose: "serve", background: true };
  const trajectory = [
    { calls: [{ tool: "run_command", args }] },
    { expect: "the id (\\w+)", calls: [{ tool: "read_output", args: { id: "${1}" } }] },
    { expect: "It still runs", calls: [{ tool: "stop_command", args: { id: "1" } }] },
    { expect: "Stopped", text: "Ready." },
  ];
  const rule = ["--yes", "command:node wait.mjs"];
  const { code, lines } = await run([...flags(folder), ...rule, lab.trajectory(trajectory)]);
  expect(lines.slice(-2)).toEqual(["Ready.", "done: 4 steps, no files changed"]);
  expect(code).toBe(0);
});

test("steps beyond their number, a wrong token and wrong flags have codes of their own", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const task = lab.trajectory(steps);
  expect((await run([...flags(folder), "--max-steps", "1", task])).code).toBe(4);
  expect((await run([...flags(folder), task], "sk_hub_wrong")).code).toBe(1);
  for (const wrong of [
    ["--level", "all"],
    ["--yes", "everything"],
    ["--cwd", "/nowhere"],
    ["-x"],
  ]) {
    const { code, stderr } = await run([...flags(folder), ...wrong, task]);
    expect([code, stderr.includes("Exit codes")]).toEqual([2, true]);
  }
  writeFileSync(join(folder, "token"), `${hub.token}\n`);
  const named = ["--token-file", join(folder, "token"), "--mode", "plan"];
  expect((await run([...flags(folder), ...named, task], "")).code).toBe(0);
});

async function allowCommands(isAllowed: boolean): Promise<void> {
  const agent = { ...openProfileAgent, allow_commands: isAllowed };
  const response = await fetch(`${hub.url}/hub/admin/v1/profiles/profile_lab`, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${hub.adminToken ?? ""}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ agent }),
  });
  expect(response.status).toBe(200);
}

test("where the organisation allows no commands, the run says so and has none", async () => {
  const folder = lab.folder({ "a.txt": "x" });
  await allowCommands(false);
  try {
    const task = lab.trajectory([command("touch made"), { text: "Done." }]);
    const { stderr } = await run([...flags(folder), "--json", task]);
    expect(stderr).toContain("allows runs with this token no commands");
    expect(existsSync(join(folder, "made"))).toBe(false);
  } finally {
    await allowCommands(true);
  }
});
