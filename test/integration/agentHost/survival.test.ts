import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { FakeClock } from "../../support/fakeClock.ts";
import { isAlive } from "../agent/mcpLab.ts";
import { AgentHostLab } from "./agentHostLab.ts";
import type { HostedConversation } from "./hostedConversation.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.dispose());

const edits = [{ old_text: "one", new_text: "two" }];
const question = { question: "Which?", options: ["a", "b"] };
const wait = { command: "touch begun; sleep 300", purpose: "Wait" };

/** Where a run may be when its window goes: the calls that lead there, and how to see that it is there. */
const states: readonly {
  readonly name: string;
  readonly calls: readonly object[];
  readonly isThere: (chat: HostedConversation, folder: string) => boolean;
  readonly after: readonly string[];
}[] = [
  {
    name: "a card waits",
    calls: [{ tool: "edit_file", args: { path: "a.ts", edits } }],
    isThere: (chat) => chat.agent.view(chat.id).cards.length === 1,
    after: ["refused"],
  },
  {
    name: "a question waits",
    calls: [{ tool: "ask_person", args: question }],
    isThere: (chat) => chat.agent.view(chat.id).question !== undefined,
    after: ["unknown"],
  },
  {
    name: "a command runs",
    calls: [{ tool: "run_command", args: wait }],
    isThere: (_chat, folder) => existsSync(join(folder, "begun")),
    after: ["unknown"],
  },
  {
    name: "a card waits behind a read",
    calls: [
      { tool: "read_file", args: { path: "a.ts" } },
      { tool: "edit_file", args: { path: "a.ts", edits } },
    ],
    isThere: (chat) => chat.agent.view(chat.id).cards.length === 1,
    after: ["done", "refused"],
  },
];

describe.each(states)("when $name", ({ calls, isThere, after }) => {
  async function runThere() {
    const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
    const clock = new FakeClock();
    const chat = await lab.open(folder, { clock });
    chat.send(lab.agents.trajectory([{ calls }, { text: "Done." }]));
    while (!isThere(chat, folder)) {
      const [card] = chat.agent.view(chat.id).cards;
      clock.advance(500);
      if (card?.kind === "command") {
        chat.decide(card.id, true);
      }
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    return { folder, chat };
  }

  /** Nothing spins, waits or is revived; going on repeats nothing. */
  async function goesOn(chat: HostedConversation, folder: string): Promise<void> {
    const again = await lab.open(folder, { conversations: chat.folder });
    expect(again.answer.state).toBe("incomplete");
    expect(again.calls.map(({ state }) => state)).toEqual(after);
    const { cards, question: asked, run } = again.agent.view(again.id);
    expect({ cards, asked, run }).toEqual({ cards: [], asked: undefined, run: undefined });
    again.session.continueAnswer(again.answer.id, "hub-script-play");
    expect((await again.ended()).state).toBe("complete");
    expect(again.calls.map(({ state }) => state)).toEqual(after);
    expect(lab.agents.read(folder, "a.ts")).toBe("const x = one;\n");
  }

  test("after a reload the run goes on, and nothing is approved or repeated by itself", async () => {
    const { chat, folder } = await runThere();
    await chat.session.close();
    await chat.agent.ended();
    await goesOn(chat, folder);
  });

  test("what a killed window leaves on the disk revives nothing", async () => {
    const { chat, folder } = await runThere();
    // The first window lives on, so that the disk is what a kill at this moment leaves.
    const again = await lab.open(folder, { conversations: chat.folder });
    expect(again.answer.state).toBe("incomplete");
    const left = again.calls.map(({ state }) => state);
    // A call that did nothing yet may not be on the disk; one that may have run is.
    expect(left).toEqual(after.slice(0, after.includes("unknown") ? after.length : left.length));
    const { cards, question: asked, run } = again.agent.view(again.id);
    expect({ cards, asked, run }).toEqual({ cards: [], asked: undefined, run: undefined });
    await chat.session.close();
    await chat.agent.ended();
  });
});

const waitStep = {
  calls: [
    {
      tool: "run_command",
      args: { command: "touch begun; node -e 'setInterval(() => {}, 1000)'", purpose: "Wait" },
    },
  ],
};

test("after a crash a command that may have run is unknown, no card comes back, and nothing runs again", async () => {
  const folder = lab.agents.folder({ "a.ts": "" });
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  chat.send(lab.agents.trajectory([waitStep, { text: "Never." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  // The disk as it is while the command runs is what a killed process leaves behind.
  clock.advance(500);
  chat.decide(card.id, true);
  await chat.until(() => (chat.printed.length > 0 ? true : undefined));
  const after = await lab.open(folder, { conversations: chat.folder });
  expect(after.answer.state).toBe("incomplete");
  expect(after.calls.map(({ state }) => state)).toEqual(["unknown"]);
  expect(after.agent.view(after.id).cards).toEqual([]);
  chat.session.stop();
  await chat.ended();
});

test("a closing window ends its commands, and the answer can go on later", async () => {
  const folder = lab.agents.folder({ "a.ts": "" });
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  const command =
    "node -e 'process.on(`SIGTERM`, () => {}); console.log(process.pid); setInterval(() => {}, 1000)'";
  const call = { tool: "run_command", args: { command, purpose: "Wait" } };
  chat.send(lab.agents.trajectory([{ calls: [call] }, { text: "Never." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  clock.advance(500);
  chat.decide(card.id, true);
  const pid = (): number => Number(/\d+/u.exec(chat.printed.at(-1)?.tail ?? "")?.[0] ?? 0);
  while (pid() === 0) {
    clock.advance(100);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  await chat.session.close();
  await chat.agent.ended();
  // It is dead at once; who takes its last word may come a little later.
  expect(isAlive(pid())).toBe(false);
  expect(chat.answer).toMatchObject({ state: "incomplete", failure: { kind: "truncated" } });
  expect(chat.calls.map(({ state }) => state)).toEqual(["unknown"]);
});
