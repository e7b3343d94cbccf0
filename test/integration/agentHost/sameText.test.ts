import { afterAll, beforeAll, expect, test } from "vitest";

import { FakeClock } from "../../support/fakeClock.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

function runs(command: string, purpose: string): object {
  return { calls: [{ tool: "run_command", args: { command, purpose } }] };
}

test("the same text is approved for the run: no other bytes, no other run, and not once it is tainted", async () => {
  const folder = lab.agents.folder({ "hidden.md": "a\u202Eb\n" });
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  // Not to be read as commands with words: no rule could cover it.
  const script = 'for one in 1 2; do echo "$one" >> out.txt; done';
  const read = { calls: [{ tool: "read_file", args: { path: "hidden.md" } }] };
  const approve = async (ruleId?: string): Promise<unknown> => {
    const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
    clock.advance(500);
    chat.decide(card.id, true, ruleId === undefined ? {} : { ruleId });
    await chat.until(() =>
      chat.agent.view(chat.id).cards.some(({ id }) => id === card.id) ? undefined : true,
    );
    return [card.command, card.rules.map(({ kind }) => kind)];
  };
  chat.send(
    lab.agents.trajectory([
      runs(script, "First"),
      runs(script, "In other words"),
      runs(`${script} `, "First"),
      read,
      runs(script, "First"),
      { text: "Done." },
    ]),
  );
  expect(await approve("run")).toEqual([script, ["run"]]);
  expect(await approve()).toEqual([`${script} `, ["run"]]);
  expect(await approve("run")).toEqual([script, []]);
  expect((await chat.ended()).state).toBe("complete");
  expect(lab.agents.read(folder, "out.txt")).toBe("1\n2\n".repeat(4));
  const next = await lab.open(folder, { clock });
  next.send(lab.agents.trajectory([runs(script, "First"), { text: "Done." }]));
  const card = await next.until(() => next.agent.view(next.id).cards.at(0));
  clock.advance(500);
  next.decide(card.id, false);
  await next.ended();
});
