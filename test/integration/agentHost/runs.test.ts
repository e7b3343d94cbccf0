import { afterAll, beforeAll, expect, test } from "vitest";

import { FakeClock } from "../../support/fakeClock.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.agents.hubs.dispose());

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
  expect(card).toMatchObject({ kind: "edit", paths: ["a.ts"], warnings: [], rules: [] });
  expect(card.detail).toContain("-const x = one;\n+const x = two;");
  expect(chat.agent.view(chat.id).run).toMatchObject({ state: "waiting", step: 2 });
  expect(chat.agent.decide(chat.id, card.id, true)).toBe("tooEarly");
  expect(lab.agents.read(folder, "a.ts")).toContain("one");
  clock.advance(500);
  expect(chat.agent.decide(chat.id, card.id, true)).toBe("done");
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
  expect(chat.agent.view(chat.id)).toEqual({ plan: [], cards: [], changes: [], checkpoints: [] });
});

test("stop during a card withdraws it, and nothing is done", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder);
  chat.send(lab.agents.trajectory([editStep, { text: "Never." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  chat.session.stop();
  const answer = await chat.ended();
  await chat.until(() => (chat.agent.view(chat.id).cards.length === 0 ? true : undefined));
  expect(chat.agent.decide(chat.id, card.id, true)).toBe("gone");
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
  chat.agent.decide(chat.id, card.id, true);
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
