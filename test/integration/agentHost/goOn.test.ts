import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ChatRequest } from "../../../src/hub/wire/chatTypes.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { AgentHostLab } from "./agentHostLab.ts";
import type { HostedConversation } from "./hostedConversation.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

const readStep = { text: "I look.", calls: [{ tool: "read_file", args: { path: "a.ts" } }] };
const editStep = {
  text: "I change it.",
  calls: [
    { tool: "edit_file", args: { path: "a.ts", edits: [{ old_text: "one", new_text: "two" }] } },
  ],
};

/** The requests that do not begin with the whole request before them. */
function breaks(requests: readonly ChatRequest[]): readonly number[] {
  return requests.flatMap(({ messages, tools }, index) => {
    const before = requests[index - 1];
    const isWhole =
      !before ||
      (JSON.stringify(messages.slice(0, before.messages.length)) ===
        JSON.stringify(before.messages) &&
        JSON.stringify(tools) === JSON.stringify(before.tools));
    return isWhole ? [] : [index];
  });
}

async function goOn(chat: HostedConversation): Promise<void> {
  chat.session.continueAnswer(chat.answer.id, "hub-script-play");
  await chat.ended();
}

test("a run that goes on, and a new message after it, keep the whole request before them", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n", "AGENTS.md": "Be brief.\n" });
  const chat = await lab.open(folder, { level: "edits", maxSteps: 1 });
  chat.send(lab.agents.trajectory([readStep, editStep, { text: "Done." }, { text: "Again." }]));
  await chat.ended();
  await goOn(chat);
  await goOn(chat);
  expect(chat.answer.state).toBe("complete");
  expect(new Set(chat.runs).size).toBe(1);
  chat.send("And now?");
  await chat.ended();
  expect(chat.answer.state).toBe("complete");
  expect(chat.requests).toHaveLength(4);
  expect(breaks(chat.requests)).toEqual([]);
  expect(new Set(chat.runs).size).toBe(2);
  expect(chat.requests.at(-1)?.messages.slice(-2)).toEqual([
    { role: "assistant", content: "Done." },
    { role: "user", content: "And now?" },
  ]);
});

test("after a reload the same run goes on, and only a raised cap is told with the old one", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const first = await lab.open(folder, { level: "edits", maxSteps: 1, maxCost: 2 });
  first.send(lab.agents.trajectory([readStep, editStep, readStep, { text: "Done." }]));
  await first.ended();
  await first.session.close();
  const opened = { level: "edits" as const, conversations: first.folder, maxCost: 4 };
  const second = await lab.open(folder, { ...opened, maxSteps: 2 });
  await goOn(second);
  const [run] = first.runs[0]?.split(" ") ?? [];
  expect(second.runs).toEqual([`${run} 4.00; was=2.00`, `${run} 4.00; was=2.00`]);
  await second.session.close();
  const third = await lab.open(folder, opened);
  await goOn(third);
  expect(third.runs).toEqual([`${run} 4.00`]);
  expect(third.answer.state).toBe("complete");
  expect(breaks([...first.requests, ...second.requests, ...third.requests])).toEqual([]);
  expect(lab.agents.read(folder, "a.ts")).toBe("const x = two;\n");
});

test("a run at its cap goes on with more, in tokens where the model has no price", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  let isRaised = false;
  const chat = await lab.open(folder, { maxCost: 0.06, isRaised: () => isRaised });
  const long = { text: "word ".repeat(9_000), calls: readStep.calls };
  chat.send(lab.agents.trajectory([long, { text: "Done." }]));
  await chat.ended();
  const { run } = chat.agent.view(chat.id);
  const cap = { unit: "tokens", limit: "15000", more: "15000" };
  expect(run).toMatchObject({ state: "paused", pause: "budget", cap });
  expect(chat.answer.failure).toMatchObject({ kind: "run_budget", unit: "tokens" });
  const before = chat.requests.length;
  await goOn(chat);
  // Without more of the cap, nothing has changed.
  expect(chat.agent.view(chat.id).run).toMatchObject({ pause: "budget", cap });
  isRaised = true;
  await goOn(chat);
  const limits = chat.runs.slice(before).map((one) => one.split(" ").slice(1).join(" "));
  expect(limits).toContain("0.12; was=0.06");
  expect(new Set(chat.runs.map((one) => one.split(" ")[0])).size).toBe(1);
  expect(chat.answer.state).toBe("complete");
});

test("a run at the highest cap that the hub's policy allows cannot get more", async () => {
  const chat = await lab.open(lab.agents.folder({}), { maxCost: 0.02, mostCost: 0.02 });
  chat.send(lab.agents.trajectory([{ text: "word ".repeat(4_000) }]));
  await chat.ended();
  const { cap } = chat.agent.view(chat.id).run ?? {};
  expect(cap).toMatchObject({ unit: "tokens", limit: "5000" });
  expect(cap).not.toHaveProperty("more");
  chat.agent.leave(chat.id);
  expect(chat.agent.view(chat.id).run).toBeUndefined();
});

test("after a crash the run goes on behind what it did; the call of unknown outcome is not repeated", async () => {
  const folder = lab.agents.folder({ "a.ts": "" });
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  const command = "echo x >> begun; echo started; node -e 'setInterval(() => {}, 1000)'";
  const waitStep = { calls: [{ tool: "run_command", args: { command, purpose: "Wait" } }] };
  const after = { expect: "Interrupted", text: "I do not repeat it." };
  chat.send(lab.agents.trajectory([readStep, waitStep, after]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  // The disk as it is while the command runs is what a killed process leaves behind.
  clock.advance(500);
  chat.decide(card.id, true);
  while (!chat.printed.some(({ tail }) => tail.includes("started"))) {
    clock.advance(100);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  const disk = mkdtempSync(join(lab.agents.hubs.home, "after-crash-"));
  cpSync(chat.folder, disk, { recursive: true });
  // The dead process does not hold the folder.
  rmSync(join(disk, "agent", "leases"), { recursive: true });
  chat.session.stop();
  await chat.ended();
  await chat.agent.ended();
  const later = await lab.open(folder, { conversations: disk });
  expect(later.calls.map(({ state }) => state)).toEqual(["done", "unknown"]);
  await goOn(later);
  expect(later.answer.state).toBe("complete");
  expect(later.agent.view(later.id).cards).toEqual([]);
  expect(lab.agents.read(folder, "begun")).toBe("x\n");
  expect(breaks([...chat.requests, ...later.requests])).toEqual([]);
  expect(new Set([...chat.runs, ...later.runs]).size).toBe(1);
});

test("what a stop interrupted is told as such when the run goes on", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder);
  chat.send(lab.agents.trajectory([readStep, editStep, { text: "Done." }]));
  await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  chat.session.stop();
  await chat.ended();
  await chat.agent.ended();
  await goOn(chat);
  expect(chat.agent.view(chat.id).cards).toEqual([]);
  expect(chat.answer.state).toBe("complete");
  expect(breaks(chat.requests)).toEqual([]);
  expect(chat.requests.at(-1)?.messages.at(-2)).toMatchObject({ role: "tool", isError: true });
});

test("another branch begins with the conversation's own messages", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder);
  chat.send(lab.agents.trajectory([readStep, { text: "Done." }]));
  await chat.ended();
  chat.session.regenerate(chat.answer.id, "hub-script-play");
  await chat.ended();
  expect(breaks(chat.requests)).toEqual([2]);
  expect(chat.requests.at(2)?.messages).toEqual(chat.requests.at(0)?.messages);
});

test("what a run sent is forgotten with its conversation", async () => {
  const folder = lab.agents.folder({ "a.ts": "const x = one;\n" });
  const chat = await lab.open(folder);
  chat.send(lab.agents.trajectory([{ text: "Done." }]));
  await chat.ended();
  const record = join(chat.folder, "agent", "runs");
  expect(readdirSync(record)).toEqual([`${chat.id}.jsonl`]);
  await chat.agent.forget(chat.id);
  expect(readdirSync(record)).toEqual([]);
});

test("hidden characters that came into AGENTS.md since the last message taint the next run", async () => {
  const folder = lab.agents.folder({ "AGENTS.md": "Be brief.\n" });
  const chat = await lab.open(folder);
  const command = { tool: "run_command", args: { command: "git --version", purpose: "See" } };
  const ask = async (text: string): Promise<readonly string[]> => {
    chat.send(text);
    const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
    chat.session.stop();
    await chat.ended();
    return card.warnings;
  };
  expect(await ask(lab.agents.trajectory([{ calls: [command] }, { calls: [command] }]))).toEqual(
    [],
  );
  writeFileSync(join(folder, "AGENTS.md"), "Be brief.\u{E0041}\u{E0042}\n");
  expect(await ask("And now?")).toEqual(["tainted"]);
});
