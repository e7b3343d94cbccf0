import { afterAll, beforeAll, expect, test } from "vitest";

import { openWorkspace, sandboxProblem } from "../../../src/agentCli/run/runPlace.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

const scripts = (script: string): string => `{ "scripts": { "test": "${script}" } }\n`;

test.each([
  ["keeps", true, scripts("evil")],
  ["puts back", false, scripts("vitest")],
])(
  "the person %s what a command in the sandbox changed of the scripts, on a card of its call",
  async (_, approve, left) => {
    const folder = lab.agents.folder({ "package.json": scripts("vitest") });
    if ((await sandboxProblem(await openWorkspace(folder))) !== undefined) {
      return;
    }
    const clock = new FakeClock();
    const chat = await lab.open(folder, { clock, level: "sandbox" });
    const args = { command: "sed -i s/vitest/evil/ package.json", purpose: "Set up" };
    const calls = [{ tool: "run_command", args }];
    chat.send(lab.agents.trajectory([{ calls }, { expect: "Exit code 0", text: "Done." }]));
    const card = await chat.until(() => chat.agent.view(chat.id).cards[0]);
    expect(card).toMatchObject({
      kind: "edit",
      paths: ["package.json"],
      warnings: ["changedByCommand"],
    });
    expect(card.detail).toContain('+{ "scripts": { "test": "evil" } }');
    expect(chat.agent.view(chat.id).run).toMatchObject({ state: "waiting" });
    clock.advance(500);
    expect(chat.decide(card.id, approve)).toBe("done");
    await chat.ended();
    expect(chat.calls.map(({ state }) => state)).toEqual(["done"]);
    expect(lab.agents.read(folder, "package.json")).toBe(left);
  },
);
