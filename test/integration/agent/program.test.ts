import { chmodSync, existsSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { StoredRules } from "../../../src/agentNode/storedRules.ts";
import { openProfileAgent, type ProfileAgent } from "../../../src/shared/hubApi/agentPolicy.ts";
import { AgentProgram, withoutToken } from "./agentProgram.ts";
import { changeOne, command } from "./steps.ts";

const program = new AgentProgram();
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterAll(() => lab.hubs.dispose());

test.each(["openai", "anthropic", "auto"])(
  "a run in the format of %s, event by event",
  async (format) => {
    const folder = lab.folder({ "a.txt": "one\n" });
    const task = lab.trajectory(changeOne);
    const { code, lines } = await program.run([
      ...program.flags(folder),
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
  },
);

test("without a terminal and a rule the edit is refused", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const { code, lines } = await program.run([...program.flags(folder), lab.trajectory(changeOne)]);
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
  const { code, lines } = await program.run([
    ...program.flags(folder),
    ...rule,
    lab.trajectory(trajectory),
  ]);
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
  const { code, lines } = await program.run([
    ...program.flags(folder),
    ...rule,
    lab.trajectory(trajectory),
  ]);
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
  const { lines } = await program.run([
    ...program.flags(folder),
    ...rule,
    lab.trajectory(trajectory),
  ]);
  expect(lines.slice(-2)).toEqual(["Ready.", "refused: 4 steps, no files changed"]);
  expect(new StoredRules(file).rules(tmpdir())).toEqual([]);
});

test("the trajectory that other agents play runs to its end here, too", async () => {
  const source = 'function greet() {\n  return "Hello";\n}\nconsole.log(greet());\n';
  const folder = lab.folder({ "greet.js": source });
  const rules = ["--yes", "edit", "--yes", "command:node greet.js"];
  const { code, lines } = await program.run([
    ...program.flags(folder),
    ...rules,
    lab.example("greet"),
  ]);
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
  const { code, lines } = await program.run([
    ...program.flags(folder),
    ...rule,
    lab.trajectory(trajectory),
  ]);
  expect(lines.slice(-2)).toEqual(["Ready.", "done: 4 steps, no files changed"]);
  expect(code).toBe(0);
});

test("steps beyond their number, a wrong token and wrong flags have codes of their own", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const task = lab.trajectory(changeOne);
  expect((await program.run([...program.flags(folder), "--max-steps", "1", task])).code).toBe(4);
  expect(
    (await program.run([...program.flags(folder), task], { AI_HUB_TOKEN: "sk_hub_wrong" })).code,
  ).toBe(1);
  for (const wrong of [
    ["--level", "all"],
    ["--yes", "everything"],
    ["--cwd", "/nowhere"],
    ["-x"],
  ]) {
    const { code, stderr } = await program.run([...program.flags(folder), ...wrong, task]);
    expect([code, stderr.endsWith("\nEvery flag: --help\n")]).toEqual([2, true]);
  }
  writeFileSync(join(folder, "token"), `${program.hub.token}\n`);
  const named = ["--token-file", join(folder, "token"), "--mode", "plan"];
  chmodSync(join(folder, "token"), 0o644);
  const open = await program.run([...program.flags(folder), ...named, task], withoutToken);
  expect(open.code).toBe(2);
  expect(open.stderr).toContain("everybody on this machine can read or change the file. chmod 600");
  chmodSync(join(folder, "token"), 0o600);
  expect((await program.run([...program.flags(folder), ...named, task], withoutToken)).code).toBe(
    0,
  );
});

async function setPolicy(change: Partial<ProfileAgent>): Promise<void> {
  const agent = { ...openProfileAgent, ...change };
  const response = await fetch(`${program.hub.url}/hub/admin/v1/profiles/profile_lab`, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${program.hub.adminToken ?? ""}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ agent }),
  });
  expect(response.status).toBe(200);
}

test("where the organisation allows no commands, the run says so and has none", async () => {
  const folder = lab.folder({ "a.txt": "x" });
  await setPolicy({ allow_commands: false });
  try {
    const task = lab.trajectory([command("touch made"), { text: "Done." }]);
    const { stderr } = await program.run([...program.flags(folder), "--json", task]);
    expect(stderr).toContain("allows runs with this token no commands");
    expect(existsSync(join(folder, "made"))).toBe(false);
  } finally {
    await setPolicy({});
  }
});

test("the organisation's checks run beside the person's, and a run is done only if all pass", async () => {
  const folder = lab.folder({ "a.txt": "x" });
  await setPolicy({ checks: [{ command: "false" }, { command: "false", files: ["*.md"] }] });
  try {
    const task = lab.trajectory([{ text: "Done." }]);
    const own = ["--checks", "true", "--yes", "command:false", "--json"];
    const { lines, code } = await program.run([...program.flags(folder), ...own, task]);
    expect(code).toBe(1);
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const calls = events.filter(({ type }) => type === "call");
    expect(calls.map(({ check }) => check).slice(0, 4)).toEqual([
      "organisation",
      "person",
      "organisation",
      "person",
    ]);
    expect(calls[0]).toMatchObject({ args: { command: "false" } });
    expect(events.at(-1)).toMatchObject({ outcome: "failed", checks: "failed" });
  } finally {
    await setPolicy({});
  }
});

test("a run that the hub refuses says why in words, with what the hub wrote", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const { code, lines, stderr } = await program.run([
    ...program.flags(folder),
    "--model",
    "no-such-model",
    "Do it",
  ]);
  expect([code, lines[0]]).toEqual([1, "failed (model_not_found): 0 steps, no files changed"]);
  expect(stderr).toContain(
    "The hub does not have this model, or you may not use it. Choose another model.\nThe hub wrote: ",
  );
});
