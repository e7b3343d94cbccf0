import { cpSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { FakeClock } from "../../support/fakeClock.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

function sample(): string {
  const folder = lab.agents.folder({});
  cpSync(join(import.meta.dirname, "../../../samples/workspace"), folder, { recursive: true });
  return folder;
}

test("the demonstration renames across the files of the sample and runs its tests, and Undo takes it back", async () => {
  const folder = sample();
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  chat.send("Rename RetryOptions to RetryPolicy and run the tests.", "hub-demo");
  for (const kind of ["edit", "edit", "command"]) {
    const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
    expect(card.kind).toBe(kind);
    clock.advance(500);
    chat.decide(card.id, true);
    await chat.until(() => (chat.agent.view(chat.id).cards.length === 0 ? true : undefined));
  }
  expect((await chat.ended()).parts.at(-1)).toMatchObject({
    text: expect.stringMatching(/pass 1\b[^]*fail 0\b/u) as string,
  });
  for (const file of ["src/retry.mjs", "src/parcels.mjs"]) {
    expect(lab.agents.read(folder, file)).toContain("RetryPolicy");
    expect(lab.agents.read(folder, file)).not.toContain("RetryOptions");
  }
  const files = await chat.agent.files(chat.id);
  await files?.refresh();
  await files?.undo(undefined);
  expect(lab.agents.read(folder, "src/retry.mjs")).toContain("RetryOptions");
});

test("the demonstration mends what a failing test of the sample names, and the test passes then", async () => {
  const folder = sample();
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  chat.send("Fix the failing test in src/status.spec.mjs", "hub-demo");
  for (const kind of ["command", "edit", "command"]) {
    const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
    expect(card.kind).toBe(kind);
    clock.advance(500);
    chat.decide(card.id, true);
    await chat.until(() => (chat.agent.view(chat.id).cards.length === 0 ? true : undefined));
  }
  expect((await chat.ended()).parts.at(-1)).toMatchObject({
    text: expect.stringMatching(/wanted `Shipped` and got `Shiped`[^]*pass 1/u) as string,
  });
  expect(lab.agents.read(folder, "src/status.mjs")).toContain('sent: "Shipped"');
});

test.each(["Find the TODOs and write them into TODO.md", "Ache os TODOs e escreva-os em TODO.md"])(
  "%s",
  async (task) => {
    const folder = sample();
    const chat = await lab.open(folder, { level: "edits" });
    chat.send(task, "hub-demo");
    expect((await chat.ended()).state).toBe("complete");
    const written = lab.agents.read(folder, "TODO.md");
    expect(written).toContain("- src/parcels.mjs:");
    expect(written).toContain("- src/retry.mjs:");
  },
);

test.each(["Parcel", "retry"])(
  "%s, which is part of another name or of a text, is left alone",
  async (name) => {
    const folder = sample();
    const chat = await lab.open(folder, { level: "edits" });
    chat.send(`Rename ${name} to again`, "hub-demo");
    expect((await chat.ended()).parts.at(-1)).toMatchObject({
      text: expect.stringContaining("Another name or a text contains") as string,
    });
    expect(chat.agent.view(chat.id).changes).toEqual([]);
  },
);
