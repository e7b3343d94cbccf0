import { expect, test } from "vitest";

import type { AskedAct } from "../../../../../src/agent/run/cards/agentEvents.ts";
import { PendingDecisions } from "../../../../../src/chat/tools/pendingDecisions.ts";
import { RunBar } from "../../../../../src/extension/agent/runs/runBar.ts";
import { RunPerson } from "../../../../../src/extension/agent/runs/runPerson.ts";
import type { AgentCard } from "../../../../../src/shared/calls/agentCalls.ts";
import { FakeClock } from "../../../../support/fakeClock.ts";

const never = new AbortController().signal;

function makeRun() {
  const clock = new FakeClock();
  let count = 0;
  const newId = () => `card-${(count += 1)}`;
  const cards = new PendingDecisions<AgentCard>(clock, newId, 86_400_000);
  const bar = new RunBar({ maxSteps: 100, cap: { step: 2 } }, () => undefined);
  bar.begin(() => 0);
  const person = new RunPerson({ conversationId: "c", cards, bar, rules: undefined, newId });
  const read = (path: string): Promise<unknown> => {
    bar.call({ type: "call", step: 1, id: path, tool: "read_file", args: { path } });
    const asked: AskedAct = { act: "outside", paths: [path], title: "Read", detail: "" };
    return person.approve(asked, never, path);
  };
  const decide = (id: string, approve: boolean): void => {
    clock.advance(1_000);
    cards.decide({ conversationId: "c", id, approve });
  };
  return { bar, cards, person, read, decide };
}

test("a run with two cards waits for the person until both are decided, although one of its calls begins", async () => {
  const { bar, read, decide } = makeRun();
  const [first, second] = [read("/etc/hosts"), read("/etc/services")];
  expect(bar.view.run).toMatchObject({ state: "waiting", doing: { kind: "person" } });
  decide("card-1", true);
  await first;
  bar.start("/etc/hosts");
  expect(bar.view.run).toMatchObject({ state: "waiting", doing: { kind: "person" } });
  decide("card-2", true);
  await second;
  const doing = { kind: "tool", tool: "read_file", subject: "/etc/services" };
  expect(bar.view.run).toMatchObject({ state: "running", doing });
});

test("a run whose card was refused no longer waits for the person", async () => {
  const { bar, read, decide } = makeRun();
  const asked = read("/etc/hosts");
  decide("card-1", false);
  await asked;
  expect(bar.view.run).toMatchObject({ state: "running", doing: { kind: "model" } });
});

test("a run whose question was answered waits no longer, and one that is stopped has no question", async () => {
  const { bar, person } = makeRun();
  const question = { question: "Which?", options: [], callId: "call" };
  const answer = person.ask(question, never);
  expect(bar.view.run?.state).toBe("waiting");
  person.answer(bar.view.question?.id ?? "", "This");
  expect(await answer).toBe("This");
  expect(bar.view).toMatchObject({ run: { state: "running" } });
  const stop = new AbortController();
  const other = person.ask(question, stop.signal);
  stop.abort();
  await expect(other).rejects.toThrow();
  expect(bar.view.question).toBeUndefined();
});

test("after the first approved command the next card allows its text for the run, unless it is dangerous", async () => {
  const { cards, person, decide } = makeRun();
  const ask = async (command: string) => {
    const asked: AskedAct = { act: "command", command, paths: [], title: command, detail: "" };
    const answer = person.approve(asked, never, command);
    const shown = cards.pending("c").at(-1);
    decide(shown?.id ?? "", true);
    await answer;
    return shown?.presetRule;
  };
  expect([await ask("make"), await ask("make test"), await ask("rm -rf build")]).toEqual([
    undefined,
    "run",
    undefined,
  ]);
});
