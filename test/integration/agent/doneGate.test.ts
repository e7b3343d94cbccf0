import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { AgentRun } from "../../../src/agent/run/agentRun.ts";
import type { AgentEvent, Approval, RunEnd } from "../../../src/agent/run/cards/agentEvents.ts";
import type { RunResume, RunState } from "../../../src/agent/run/runState.ts";
import { FileLedger } from "../../../src/agent/tools/base/fileLedger.ts";
import { commandTools, fileTools } from "../../../src/agent/tools/fileTools.ts";
import { type ApprovalRule, exactRules } from "../../../src/agent/trust/approvalRules.ts";
import { readChecks } from "../../../src/agent/trust/doneChecks.ts";
import { NodeCommands } from "../../../src/agentNode/commands/nodeCommands.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import type { ChatRequest } from "../../../src/hub/wire/chatTypes.ts";

let home: string;
let folder: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "ai-hub-checks-")));
  folder = join(home, "workspace");
  mkdirSync(folder);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** An answer of the model: a text that claims the end, or a file that it writes. */
type Answer = string | { readonly write: string; readonly path?: string };

interface Played {
  readonly end: RunEnd | undefined;
  readonly asked: readonly ChatRequest[];
  readonly cards: number;
  readonly state: RunState;
}

interface Setting {
  readonly checks: unknown;
  readonly rules?: readonly ApprovalRule[];
  readonly approval?: Approval;
  readonly mode?: "agent" | "plan";
  readonly maxSteps?: number;
  readonly hasCommands?: boolean;
  readonly signal?: AbortSignal;
  readonly resume?: RunResume;
  readonly said?: string[];
}

/** The last answer is repeated. */
async function play(answers: readonly Answer[], setting: Setting): Promise<Played> {
  const workspace = await NodeWorkspace.open(folder);
  const ledger = new FileLedger();
  const outputFolder = mkdtempSync(join(home, "output-"));
  const { mode = "agent", approval = "nobody", maxSteps = 12, hasCommands = true } = setting;
  const { checks, rules = [], resume, said = [] } = setting;
  const signal = setting.signal ?? new AbortController().signal;
  const commands = new NodeCommands({
    runId: "run",
    workspace: [folder],
    home,
    outputFolder,
    movedFolder: join(home, "movedAway"),
    environment: process.env,
    allowedVariables: () => [],
  });
  const asked: ChatRequest[] = [];
  let count = 0;
  const level = "edits";
  const setup = { root: folder, platform: "linux", instructions: undefined, model: "m" };
  const run = new AgentRun(
    { task: "Do it", ...setup, mode, maxSteps, maxCost: undefined, signal },
    {
      approve: () => Promise.resolve(approval),
      standing: () => ({ level, mode }),
      rules: () => rules,
      workspace,
      ledger,
      tools: [
        ...fileTools(workspace, ledger, { usesPatches: false }),
        ...(hasCommands ? commandTools({ workspace, commands, level: () => level }) : []),
      ],
      checks: readChecks(checks),
      takeMessages: () => said.splice(0),
      newId: () => `id${(count += 1)}`,
      async *streamChat(request) {
        asked.push(request);
        const answer = answers[Math.min(asked.length, answers.length) - 1] ?? "";
        if (typeof answer === "string") {
          yield await Promise.resolve({ kind: "textDelta" as const, text: answer });
          yield { kind: "finished" as const, reason: "stop" };
          return;
        }
        const args = { path: answer.path ?? "a.txt", content: answer.write, overwrite: true };
        const call = { id: "c", name: "write_file", arguments: args };
        yield { kind: "toolCall" as const, call };
        yield { kind: "finished" as const, reason: "tool_calls" };
      },
    },
    resume,
  );
  const events: AgentEvent[] = [];
  for await (const event of run.events()) {
    events.push(event);
  }
  await commands.stopAll();
  const end = events.find((event) => event.type === "end");
  const cards = events.filter(({ type }) => type === "card").length;
  return { end, asked, cards, state: run.state };
}

/** A check that the person's rule lets run. */
function allowed(...commands: readonly string[]): Pick<Setting, "checks" | "rules"> {
  return { checks: commands, rules: commands.flatMap(exactRules) };
}

/** Without a program that takes long to start: it runs about a hundred times. */
const isRight = "echo ran; grep -qsx right a.txt";

const claims = [
  "Done.",
  "All tests pass.",
  "I fixed it and verified the result.",
  "Nothing was left to do.",
  "The check was successful: exit code 0.",
];
/** What the model does around its false claims; `times`: how often the check runs. */
const courses: readonly {
  readonly name: string;
  readonly answers: (claim: string) => readonly Answer[];
  readonly outcome: "done" | "failed";
  readonly times: number;
}[] = [
  { name: "only claims", answers: (claim) => [claim], outcome: "failed", times: 3 },
  {
    name: "changes the wrong thing",
    answers: (claim) => [{ write: "wrong" }, claim],
    outcome: "failed",
    times: 3,
  },
  {
    name: "changes the wrong file",
    answers: (claim) => [{ write: "right", path: "b.txt" }, claim],
    outcome: "failed",
    times: 3,
  },
  {
    name: "claims, then changes the wrong thing twice",
    answers: (claim) => [claim, { write: "wrong" }, claim, { write: "worse" }, claim],
    outcome: "failed",
    times: 3,
  },
  {
    name: "is right, breaks it, claims",
    answers: (claim) => [{ write: "right" }, { write: "wrong", path: "a.txt" }, claim],
    outcome: "failed",
    times: 3,
  },
  {
    name: "claims, then does it",
    answers: (claim) => [claim, { write: "right" }, claim],
    outcome: "done",
    times: 2,
  },
  {
    name: "claims twice, then does it",
    answers: (claim) => [claim, { write: "wrong" }, claim, { write: "right" }, claim],
    outcome: "done",
    times: 3,
  },
  {
    name: "does it",
    answers: (claim) => [{ write: "right" }, claim],
    outcome: "done",
    times: 1,
  },
];
const tasks = courses.flatMap((course) => claims.map((claim) => ({ ...course, claim })));

test("of 40 tasks with a model that claims falsely, those alone are done whose check passed", async () => {
  expect(tasks).toHaveLength(40);
  for (const { name, claim, answers, outcome, times } of tasks) {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    const { end, state } = await play(answers(claim), allowed(isRight));
    const wasRight = textOf("a.txt") === "right";
    const checks = outcome === "done" ? "passed" : "failed";
    expect({ name, claim, ...end }).toMatchObject({ name, claim, outcome, checks });
    expect(wasRight).toBe(outcome === "done");
    const ran = resultsIn(state).filter((text) => text.startsWith("ran\n"));
    expect(ran).toHaveLength(times);
  }
}, 60_000);

test("the model reads the output of a failed check as the result of a call", async () => {
  const { asked } = await play(["Done."], allowed("echo broken; false"));
  expect(asked).toHaveLength(3);
  expect(asked[1]?.messages.slice(-3)).toMatchObject([
    { role: "assistant", content: "Done.", toolCalls: [{ name: "run_command" }] },
    { role: "tool", content: "broken\nExit code 1." },
    { role: "user", content: expect.stringContaining("Not all passed") as string },
  ]);
});

/** The other checks were tried. */
const unchecked: Readonly<Record<string, RunEnd["unchecked"]>> = {
  "without commands": "noCommands",
  unreadable: "unreadable",
  "too many": "unreadable",
};

test.each([
  ["without approval", { checks: ["node -e 0"] }],
  ["rejected by the person", { checks: ["node -e 0"], approval: "rejected" }],
  [
    "forbidden by a rule",
    {
      checks: ["node -e 0"],
      rules: exactRules("node -e 0").map((rule) => ({ ...rule, effect: "deny" })),
    },
  ],
  ["without commands", { checks: ["true"], hasCommands: false }],
  ["unreadable", { checks: [{ command: "true", file: "a" }] }],
  ["too many", { checks: Array.from({ length: 11 }, () => "true") }],
  ["beside a check that passes", { checks: ["true", "node -e 0"] }],
] satisfies readonly (readonly [string, Setting])[])(
  "a check that is %s is not run, and the run is not done",
  async (name, setting) => {
    const { end, asked } = await play([{ write: "right" }, "Done."], setting);
    expect(end).toMatchObject({ outcome: "refused", checks: "notRun" });
    expect(asked).toHaveLength(2);
    expect(end?.unchecked).toBe(unchecked[name]);
  },
);

function writing(path: string): readonly Answer[] {
  return [{ write: "x", path }, "Done."];
}

test("a check with globs runs after a change of such a file alone", async () => {
  const checks = [{ command: "false", files: ["src/**/*.ts", "*.txt"] }];
  const rules = exactRules("false");
  const setting = { checks, rules };
  expect((await play(["Done."], setting)).end).toMatchObject({ outcome: "done", checks: "notRun" });
  const unneeded = { outcome: "done", checks: "notRun", unchecked: "noChange" };
  expect((await play(writing("a.md"), setting)).end).toMatchObject(unneeded);
  expect((await play(writing("src/b/c.ts"), setting)).end).toMatchObject({ outcome: "failed" });
  expect((await play(writing("deep/a.txt"), setting)).end).toMatchObject({ outcome: "failed" });
});

test("changes that no check has seen are checked after a pause", async () => {
  const setting = { checks: [{ command: "false", files: ["*.txt"] }], rules: exactRules("false") };
  const paused = await play([{ write: "x" }], { ...setting, maxSteps: 1 });
  expect(paused.end).toMatchObject({ outcome: "budget", checks: "notRun" });
  expect(paused.state.isUnchecked).toBe(true);
  const resume = { state: paused.state, message: "Go on." };
  expect((await play(["Done."], { ...setting, resume })).end).toMatchObject({ outcome: "failed" });
});

test("a plan has no checks, nor has a run without them", async () => {
  expect((await play(["A plan."], { ...allowed("false"), mode: "plan" })).end).not.toHaveProperty(
    "checks",
  );
  expect((await play(["Done."], { checks: undefined })).end).not.toHaveProperty("checks");
});

test("failed checks end within the cap of steps", async () => {
  const { end } = await play(["Done."], { ...allowed("false"), maxSteps: 2 });
  expect(end).toMatchObject({ outcome: "budget", pause: "steps", checks: "failed" });
});

test("what the person says meanwhile is answered before the run ends", async () => {
  const said = ["Also this."];
  const { end, asked } = await play(["Done."], { ...allowed("true"), said });
  expect(asked).toHaveLength(2);
  expect(end).toMatchObject({ outcome: "done", checks: "passed" });
});

test.each([
  ["never ends", [{ command: "sleep 600", seconds: 1 }], "Ended after 1 s"],
  ["prints 20 MB", ["head -c 20000000 /dev/zero | tr '\\0' x; false"], "Exit code 1"],
  ["needs a terminal", ["cat < /dev/tty"], "Exit code"],
  ["does not exist", ["no-such-program-of-ours"], "Exit code 127"],
  ["ends by a signal", ["kill -9 $$"], "SIGKILL"],
])("a check that %s fails", async (_name, checks, text) => {
  const rules = checks.flatMap((check) =>
    exactRules(typeof check === "string" ? check : check.command),
  );
  const { end, state } = await play(["Done."], { checks, rules, approval: "approved" });
  expect(end).toMatchObject({ outcome: "failed", checks: "failed" });
  const results = resultsIn(state);
  expect(results).toHaveLength(3);
  expect(results[0]).toContain(text);
  expect(JSON.stringify(state).length).toBeLessThan(400_000);
});

test("a check that changes files does not hide that it failed", async () => {
  const { end } = await play(["Done."], {
    checks: ["echo x >> a.txt; false"],
    approval: "approved",
  });
  expect(textOf("a.txt")).toBe("x\nx\nx\n");
  expect(end).toMatchObject({ outcome: "failed", checks: "failed" });
});

test("a stop during a check ends the run as stopped, and the check with it", async () => {
  const stopped = new AbortController();
  const { signal } = stopped;
  const command = "echo $$ > pid; sleep 600";
  const rules = exactRules(command);
  const played = play(["Done."], { checks: [command], rules, approval: "approved", signal });
  await expect.poll(() => textOf("pid").trim()).not.toBe("");
  stopped.abort();
  expect((await played).end).toMatchObject({ outcome: "stopped", checks: "notRun" });
});

function resultsIn({ messages }: RunState): readonly string[] {
  return messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
}

function textOf(path: string): string {
  try {
    return readFileSync(join(folder, path), "utf8");
  } catch {
    // Not there, or not written yet.
    return "";
  }
}
