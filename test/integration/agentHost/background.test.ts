import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { isAlive } from "../../../src/sharedNode/liveProcess.ts";
import { AgentHostLab } from "./agentHostLab.ts";
import type { HostedConversation } from "./hostedConversation.ts";

const lab = new AgentHostLab();

beforeAll(() => lab.start());
afterAll(() => lab.dispose());

const server = "echo $$ > pid; echo up; exec sleep 300";
const start = {
  calls: [{ tool: "run_command", args: { command: server, purpose: "serve", background: true } }],
};

const look = { calls: [{ tool: "read_output", args: { id: "1", wait_s: 30 } }] };

/** Starts the server in a folder of its own, and waits for the end of the answer; `later` is what the next run does. */
async function serve(
  later: readonly object[] = [],
): Promise<{ readonly chat: HostedConversation; readonly folder: string }> {
  const folder = lab.agents.folder({ "a.ts": "const x = 1;\n" });
  const chat = await lab.open(folder);
  const task = lab.agents.trajectory([start, look, { expect: "up", text: "It runs." }]);
  chat.send(task);
  await approve(chat);
  await chat.ended();
  if (later) {
    lab.agents.changeTrajectory(task, [start, look, ...later]);
  }
  return { chat, folder };
}

async function approve(chat: HostedConversation): Promise<void> {
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  await expect.poll(() => chat.decide(card.id, true)).toBe("done");
}

function pidIn(folder: string): number {
  return Number(readFileSync(join(folder, "pid"), "utf8"));
}

test("a server that a run started goes on after the answer, and can be stopped by its line", async () => {
  const { chat, folder } = await serve();
  const { run, background } = chat.agent.view(chat.id);
  expect(run).toBeUndefined();
  expect(background).toMatchObject([{ command: server }]);
  const pid = pidIn(folder);
  expect(isAlive(pid)).toBe(true);
  // Its files are the run's as far as it wrote them until then.
  const changed = (): readonly string[] => chat.agent.view(chat.id).changes.map(({ path }) => path);
  await expect.poll(changed).toEqual(["pid"]);
  await chat.agent.stopCommand(chat.id, background[0]?.callId ?? "");
  expect(chat.agent.view(chat.id).background).toEqual([]);
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(chat.printed.at(-1)).toMatchObject({ isRunning: false, exit: "stopped" });
});

test("the next run of the conversation reads its output, gives new commands other ids, and ends it", async () => {
  const { chat, folder } = await serve([
    { calls: [{ tool: "read_output", args: { id: "1" } }] },
    { expect: "up", calls: [{ tool: "run_command", args: { command: "pwd" } }] },
    { expect: "Exit code 0", calls: [{ tool: "stop_command", args: { id: "1" } }] },
    { expect: "Stopped", text: "Done." },
  ]);
  chat.send("Go on.");
  const answer = await chat.ended();
  expect(answer.parts.at(-1)).toMatchObject({ text: "Done." });
  await expect.poll(() => isAlive(pidIn(folder))).toBe(false);
  expect(chat.agent.view(chat.id).background).toEqual([]);
});

test("to stop a run ends what earlier runs of the conversation left running", async () => {
  const wait = { tool: "run_command", args: { command: "sleep 301", purpose: "wait" } };
  const { chat, folder } = await serve([{ calls: [wait] }]);
  chat.send("Go on.");
  await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  chat.session.stop();
  await chat.ended();
  await chat.agent.ended();
  await expect.poll(() => isAlive(pidIn(folder))).toBe(false);
});

test("it ends with its conversation, and with the window", async () => {
  const [deleted, closed] = [await serve(), await serve()];
  await deleted.chat.agent.forget(deleted.chat.id);
  expect(isAlive(pidIn(deleted.folder))).toBe(false);
  await closed.chat.agent.ended();
  expect(isAlive(pidIn(closed.folder))).toBe(false);
});

test("while it runs it is marked, so that another process ends it if this one dies", async () => {
  const { chat } = await serve();
  const leases = join(chat.folder, "agent", "leases");
  const marks = (): readonly string[] =>
    existsSync(leases) ? readdirSync(leases).filter((name) => name.startsWith("left-")) : [];
  await expect.poll(marks).toHaveLength(1);
  await chat.agent.ended();
  expect(marks()).toEqual([]);
});
