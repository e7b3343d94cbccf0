import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { FakeClock } from "../../support/fakeClock.ts";
import type { HubProcess } from "../hubServer/hubProcess.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

let hub: HubProcess;

beforeAll(async () => {
  hub = await lab.start();
});
afterAll(() => lab.dispose());

const editStep = {
  text: "I change it.",
  calls: [
    { tool: "edit_file", args: { path: "a.ts", edits: [{ old_text: "one", new_text: "two" }] } },
  ],
};
const readStep = { text: "I look.", calls: [{ tool: "read_file", args: { path: "a.ts" } }] };

test("a run is one answer: an edit waits for its card, and what was shown is done", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  chat.send(lab.agents.trajectory([readStep, editStep, { expect: "two", text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  expect(card).toMatchObject({ kind: "edit", paths: ["a.ts"], warnings: [] });
  expect(card?.rules.map(({ kind }) => kind)).toEqual(["edits"]);
  expect(card.detail).toContain("-const x = one;\n+const x = two;");
  expect(chat.agent.view(chat.id).run).toMatchObject({ state: "waiting", step: 2 });
  expect(chat.decide(card.id, true)).toBe("tooEarly");
  expect(lab.agents.read(folder, "a.ts")).toContain("one");
  clock.advance(500);
  expect(chat.decide(card.id, true)).toBe("done");
  const answer = await chat.ended();
  expect(answer).toMatchObject({ state: "complete" });
  expect(answer.parts.map((part) => (part.kind === "toolCall" ? part.state : part.text))).toEqual([
    "I look.",
    "done",
    "I change it.",
    "done",
    "Done.",
  ]);
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = two;\n");
  const { run, cards } = chat.agent.view(chat.id);
  expect({ run, cards }).toEqual({ run: undefined, cards: [] });
});

/** How the newest run stands at the hub, as the console lists it. */
async function newestOutcome(): Promise<unknown> {
  const headers = { authorization: `Bearer ${hub.adminToken ?? ""}` };
  const response = await fetch(`${hub.url}/hub/admin/v1/runs?limit=1`, { headers });
  // Sound: only the outcome is read, and compared below.
  const { data } = (await response.json()) as { data: readonly { outcome: unknown }[] };
  return data[0]?.outcome;
}

test("the hub knows how a run ended, also of one that the person stopped at a card", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder);
  chat.send(lab.agents.trajectory([{ text: "Done." }]));
  await chat.ended();
  await expect.poll(newestOutcome).toBe("done");
  const stopped = await lab.open(folder);
  stopped.send(lab.agents.trajectory([editStep]));
  await stopped.until(() => stopped.agent.view(stopped.id).cards.at(0));
  expect(await newestOutcome()).toBe("going");
  stopped.session.stop();
  await expect.poll(newestOutcome).toBe("stopped");
});

const readTo = (path: string, end: number) => ({
  calls: [{ tool: "read_file", args: { path, start_line: 1, end_line: end } }],
});

test("while the model summarises a run that fills its context, the run's bar says so", async () => {
  const line = "const value = other;\n";
  const folder = lab.agents.folder({ "long.ts": line.repeat(2_500), "small.ts": line });
  const chat = await lab.open(folder, { contextLength: 20_000 });
  chat.send(
    lab.agents.trajectory([readTo("long.ts", 1_900), readTo("small.ts", 1), { text: "Done." }]),
  );
  await chat.ended();
  expect(chat.doing).toContain("compaction");
  expect(chat.doing).toEqual(
    chat.requests.map(({ tools }) => (tools === undefined ? "compaction" : "model")),
  );
});

test("where the organisation allows no commands, the model has none, and its call of one is refused", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder, { allowsCommands: false });
  const call = { tool: "run_command", args: { command: "touch made", purpose: "try" } };
  chat.send(lab.agents.trajectory([{ calls: [call] }, { text: "Done." }]));
  await chat.ended();
  const offered = chat.requests[0]?.tools?.map(({ name }) => name) ?? [];
  expect(offered).toContain("read_file");
  expect(offered.filter((name) => /command|output/u.test(name))).toEqual([]);
  expect(chat.calls.map(({ state }) => state)).toEqual(["failed"]);
  expect(() => lab.agents.read(folder, "made")).toThrow();
});

test("a model that the hub marks so gets apply_patch instead of edit_file", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder, { level: "edits", usesPatches: true });
  const lines = ["*** Begin Patch", "*** Update File: a.ts", "@@", "-const x = one;"];
  const patch = [...lines, "+const x = two;", "*** End Patch"].join("\n");
  chat.send(
    lab.agents.trajectory([
      { calls: [{ tool: "apply_patch", args: { patch } }] },
      { text: "Done." },
    ]),
  );
  await chat.ended();
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = two;\n");
  const offered = chat.requests[0]?.tools?.map(({ name }) => name);
  expect(offered).toContain("apply_patch");
  expect(offered).not.toContain("edit_file");
});

test("stop during a card withdraws it, and nothing is done", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder);
  chat.send(lab.agents.trajectory([editStep, { text: "Never." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  chat.session.stop();
  const answer = await chat.ended();
  await chat.until(() => (chat.agent.view(chat.id).cards.length === 0 ? true : undefined));
  expect(chat.decide(card.id, true)).toBe("gone");
  expect(answer.state).toBe("stopped");
  expect(chat.calls.map(({ state }) => state)).toEqual(["refused"]);
  expect(lab.agents.read(folder, "a.ts")).toContain("one");
});

test("a run whose steps are used up pauses and goes on where it was", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder, { level: "edits", maxSteps: 1 });
  chat.send(lab.agents.trajectory([readStep, editStep, { text: "Done." }]));
  const paused = await chat.ended();
  expect(paused).toMatchObject({ state: "incomplete", failure: { kind: "paused" } });
  expect(chat.agent.view(chat.id).run).toMatchObject({ state: "paused", pause: "steps" });
  chat.session.continueAnswer(paused.id, "hub-script-play");
  await chat.ended();
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = two;\n");
  expect(chat.calls.map(({ step, state }) => [step, state])).toEqual([
    [1, "done"],
    [2, "done"],
  ]);
});

test("plan mode refuses what changes something", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder, { mode: "plan", level: "edits" });
  chat.send(
    lab.agents.trajectory([editStep, { expect: "plan mode", text: "The plan: change it." }]),
  );
  const answer = await chat.ended();
  expect(answer.state).toBe("complete");
  expect(chat.calls.map(({ state }) => state)).toEqual(["refused"]);
  expect(lab.agents.read(folder, "a.ts")).toContain("one");
});

test("a command's output is seen while it runs, and one command is stopped without its run", async () => {
  const folder = lab.agents.folder({ "a.ts": "" });
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  const command = "echo started; node -e 'setInterval(() => {}, 1000)'";
  chat.send(
    lab.agents.trajectory([
      { calls: [{ tool: "run_command", args: { command, purpose: "Wait" } }] },
      { expect: "Stopped", text: "It was stopped." },
    ]),
  );
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  expect(card).toMatchObject({ kind: "command", command, purpose: "Wait", isSandboxed: false });
  clock.advance(500);
  chat.decide(card.id, true);
  await chat.until(() => (chat.printed.length > 0 ? true : undefined));
  while (!chat.printed.some(({ tail }) => tail.includes("started"))) {
    clock.advance(100);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  await chat.agent.stopCommand(chat.id, card.callId);
  const answer = await chat.ended();
  expect(answer.state).toBe("complete");
  expect(chat.printed.at(-1)).toMatchObject({ isRunning: false, exit: "stopped" });
});

test("a question of the model waits for the person's answer", async () => {
  const folder = lab.agents.folder({ "a.ts": "" });
  const chat = await lab.open(folder);
  const ask = { question: "Which one?", options: ["red", "blue"] };
  chat.send(
    lab.agents.trajectory([
      { calls: [{ tool: "ask_person", args: ask }] },
      { expect: "answers: blue", text: "Blue." },
    ]),
  );
  const question = await chat.until(() => chat.agent.view(chat.id).question);
  expect(question).toMatchObject({ ...ask, callId: chat.calls.at(0)?.callId });
  expect(chat.agent.view(chat.id).run).toMatchObject({ state: "waiting" });
  chat.agent.answerQuestion(chat.id, question.id, "blue");
  expect((await chat.ended()).parts.at(-1)).toMatchObject({ text: "Blue." });
  expect(chat.agent.view(chat.id).question).toBeUndefined();
});

test("a rule that the person keeps with a card holds in the folder, also in another window", async () => {
  const folder = lab.agents.folder({ "a.ts": "" });
  const clock = new FakeClock();
  const first = await lab.open(folder, { clock });
  const command = { tool: "run_command", args: { command: "git --version", purpose: "See" } };
  const steps = [{ calls: [command] }, { expect: "git version", text: "Seen." }];
  first.send(lab.agents.trajectory(steps));
  const card = await first.until(() => first.agent.view(first.id).cards.at(0));
  expect(card.rules).toEqual([
    { id: "run", kind: "run", text: "git --version" },
    { id: "exact", kind: "exact", text: "git --version" },
    { id: "beginning", kind: "beginning", text: "git --version" },
  ]);
  clock.advance(500);
  expect(first.decide(card.id, true, { ruleId: "exact" })).toBe("done");
  expect((await first.ended()).state).toBe("complete");
  await first.session.close();
  const second = await lab.open(folder, { storage: join(first.folder, "agent") });
  second.send(lab.agents.trajectory(steps));
  expect((await second.ended()).state).toBe("complete");
  expect(second.calls.map(({ state }) => state)).toEqual(["done"]);
});

test("what the person says meanwhile goes behind the running step, and is seen in the answer", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  chat.send(lab.agents.trajectory([editStep, readStep, { text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  expect(chat.agent.steer(chat.id, "Only that file")).toBe(true);
  clock.advance(500);
  chat.decide(card.id, true);
  const answer = await chat.ended();
  const texts = answer.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  expect(texts.join("")).toContain("> Only that file");
  expect(chat.requests.at(1)?.messages.at(-1)).toEqual({ role: "user", content: "Only that file" });
  expect(chat.agent.steer(chat.id, "Too late")).toBe(false);
});
