import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { AgentCard } from "../../../src/shared/calls/agentCalls.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { AgentHostLab } from "./agentHostLab.ts";
import type { HostedConversation } from "./hostedConversation.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

const files = { "a.ts": "one\n", "b.ts": "one\n", "c.ts": "one\n" };

function edit(path: string, oldText = "one", newText = "two"): object {
  return { tool: "edit_file", args: { path, edits: [{ old_text: oldText, new_text: newText }] } };
}

async function begin(
  ...calls: readonly object[]
): Promise<{ folder: string; clock: FakeClock; chat: HostedConversation }> {
  const folder = lab.agents.folder(files);
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  chat.send(lab.agents.trajectory([{ calls }, { text: "Done." }]));
  return { folder, clock, chat };
}

function nextCard(chat: HostedConversation, after?: AgentCard): Promise<AgentCard> {
  return chat.until(() => chat.agent.view(chat.id).cards.find(({ id }) => id !== after?.id));
}

test("neighbouring edits of a step share a card that shows each, and all are made", async () => {
  const write = { tool: "write_file", args: { path: "d.ts", content: "new\n" } };
  const { folder, clock, chat } = await begin(edit("a.ts"), edit("b.ts"), write);
  const card = await nextCard(chat);
  expect(card).toMatchObject({ kind: "edit", paths: ["a.ts", "b.ts", "d.ts"], warnings: [] });
  expect(card.parts?.map(({ paths }) => paths)).toEqual([["a.ts"], ["b.ts"], ["d.ts"]]);
  const shown = ["--- a.ts\n+++ a.ts", "--- b.ts\n+++ b.ts", "+++ d.ts"];
  for (const [index, head] of shown.entries()) {
    expect(card.parts?.[index]?.detail).toContain(head);
  }
  expect(card.parts?.[1]?.detail).toContain("-one\n+two");
  clock.advance(500);
  chat.decide(card.id, true);
  await chat.ended();
  expect(chat.calls.map(({ state }) => state)).toEqual(["done", "done", "done"]);
  expect(["a.ts", "b.ts", "d.ts"].map((name) => lab.agents.read(folder, name))).toEqual([
    "two\n",
    "two\n",
    "new\n",
  ]);
});

test("refusing a shared card refuses all of it", async () => {
  const { folder, clock, chat } = await begin(edit("a.ts"), edit("b.ts"));
  const card = await nextCard(chat);
  clock.advance(500);
  chat.decide(card.id, false);
  await chat.ended();
  expect(chat.calls.map(({ state }) => state)).toEqual(["refused", "refused"]);
  expect([lab.agents.read(folder, "a.ts"), lab.agents.read(folder, "b.ts")]).toEqual([
    "one\n",
    "one\n",
  ]);
});

test("an edit that is left out of a shared card is not made, and is not asked about again", async () => {
  const { folder, clock, chat } = await begin(edit("a.ts"), edit("b.ts"), edit("c.ts"));
  const card = await nextCard(chat);
  expect(chat.decide(card.id, true, { leaveOut: [1] })).toBe("tooEarly");
  clock.advance(500);
  // The person ticked the second again, and left out the first and the last.
  expect(chat.decide(card.id, true, { leaveOut: [0, 2] })).toBe("done");
  await chat.ended();
  expect(chat.calls.map(({ state }) => state)).toEqual(["refused", "done", "refused"]);
  expect(["a.ts", "b.ts", "c.ts"].map((name) => lab.agents.read(folder, name))).toEqual([
    "one\n",
    "two\n",
    "one\n",
  ]);
});

test("a second edit of the same file, and a write that needs a warning, have cards of their own", async () => {
  const runnable = { tool: "write_file", args: { path: "Makefile", content: "all:\n" } };
  const { clock, chat } = await begin(edit("a.ts"), edit("a.ts", "two", "three"), runnable);
  const first = await nextCard(chat);
  expect(first.paths).toEqual(["a.ts"]);
  clock.advance(500);
  chat.decide(first.id, true);
  const second = await nextCard(chat, first);
  expect(second.paths).toEqual(["a.ts"]);
  expect(second.detail).toContain("-two\n+three");
  clock.advance(500);
  chat.decide(second.id, true);
  const third = await nextCard(chat, second);
  expect(third).toMatchObject({ paths: ["Makefile"], warnings: ["runsByItself"] });
  clock.advance(500);
  chat.decide(third.id, false);
  await chat.ended();
  expect(chat.calls.map(({ state }) => state)).toEqual(["done", "done", "refused"]);
});

test("a file that changes under a shared card is asked about again, or is not changed", async () => {
  const { folder, clock, chat } = await begin(edit("a.ts"), edit("b.ts"), edit("c.ts"));
  const card = await nextCard(chat);
  writeFileSync(join(folder, "a.ts"), "one\nmore\n");
  writeFileSync(join(folder, "b.ts"), "first\none\n");
  clock.advance(500);
  chat.decide(card.id, true);
  const again = await nextCard(chat, card);
  // The third is still what was shown and approved.
  expect(again.paths).toEqual(["b.ts"]);
  clock.advance(500);
  chat.decide(again.id, false);
  await chat.ended();
  expect(chat.calls.map(({ state }) => state)).toEqual(["failed", "refused", "done"]);
  expect(lab.agents.read(folder, "a.ts")).toBe("one\nmore\n");
  expect(lab.agents.read(folder, "b.ts")).toBe("first\none\n");
});
