import { afterAll, beforeAll, expect, test } from "vitest";

import { readChecks } from "../../../src/agent/trust/doneChecks.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();

beforeAll(async () => {
  await lab.start();
});
afterAll(() => lab.dispose());

/** Commands that only read run without a question. */
async function checked(value: unknown) {
  const folder = lab.agents.folder({ "a.txt": "right\n" });
  const checks = readChecks(value, "organisation");
  const chat = await lab.open(folder, { allowed: { checks } });
  chat.send(lab.agents.trajectory([{ text: "Done." }]));
  const answer = await chat.ended();
  const calls = answer.parts.flatMap((part) => (part.kind === "toolCall" ? [part] : []));
  return { answer, calls };
}

test("the answer keeps each check with its owner, and how all ended", async () => {
  const { answer, calls } = await checked(["cat a.txt", "ls"]);
  expect(answer).toMatchObject({ state: "complete", checks: { state: "passed" } });
  expect(calls).toMatchObject([
    { name: "run_command", check: "organisation", state: "done" },
    { name: "run_command", check: "organisation", state: "done" },
  ]);
});

test("an answer whose checks failed, or cannot be read, is paused and says so", async () => {
  const failed = await checked(["cat gone.txt"]);
  expect(failed.answer).toMatchObject({
    state: "incomplete",
    failure: { kind: "paused" },
    checks: { state: "failed" },
  });
  expect(failed.calls).toHaveLength(3);
  const unreadable = await checked("ls");
  expect(unreadable.answer.checks).toEqual({ state: "notRun", why: "unreadable" });
  expect(unreadable.calls).toEqual([]);
});
