import { expect, test } from "vitest";

import { withPaused } from "../../../../../src/extension/agent/runs/pausedRun.ts";
import type { AgentState } from "../../../../../src/shared/calls/agentCalls.ts";
import type {
  AssistantMessage,
  ToolCallPart,
} from "../../../../../src/shared/conversation/conversation.ts";
import type { Failure } from "../../../../../src/shared/failures/failure.ts";
import { answer, userMessage } from "../../../../support/fakeHost/builders.ts";

const state: AgentState = {
  conversationId: "c1",
  mode: "agent",
  level: "ask",
  levels: ["ask"],
  cards: [],
  plan: [],
  changes: [],
  checkpoints: [],
  background: [],
};
const read: ToolCallPart = {
  kind: "toolCall",
  callId: "call_1",
  step: 3,
  name: "read_file",
  arguments: "{}",
  state: "done",
};

const terms = { step: 2, maxSteps: 50 };

function pausedAfter(
  end: Partial<AssistantMessage>,
  { mode, left }: { readonly mode: AgentState["mode"]; readonly left?: string } = state,
): AgentState["run"] {
  const last: AssistantMessage = { ...answer("m2", "I look."), ...end };
  const conversation = {
    title: "",
    messages: [userMessage("m1", "Look"), { ...last, parts: [...last.parts, read] }],
    leafId: "m2",
  };
  return withPaused({ ...state, mode }, { conversation, turn: { state: "idle" } }, terms, left).run;
}

const pauses: readonly (readonly [Failure | undefined, string | undefined])[] = [
  [undefined, "interrupted"],
  [{ kind: "truncated" }, "interrupted"],
  [{ kind: "run_budget", limit: "2", used: "2" }, "budget"],
  [{ kind: "paused", pause: "steps" }, "steps"],
  [{ kind: "paused", pause: "loop" }, "loop"],
  [{ kind: "paused" }, "failed"],
  [{ kind: "budget_exhausted" }, "failed"],
  [{ kind: "storage", systemCode: "ENOSPC" }, undefined],
  [{ kind: "folder_gone" }, undefined],
];

test.each(pauses)("after a reload a run that ended with %j is paused: %s", (failure, pause) => {
  for (const ended of ["incomplete", "failed"] as const) {
    const end = { state: ended, ...(failure && { failure }) };
    expect(pausedAfter(end)).toMatchObject({ state: "paused", step: 3, maxSteps: 50 });
    expect(pausedAfter(end)?.pause).toBe(pause);
  }
});

test("an answer that is complete or was stopped is no paused run, nor is one without the agent", () => {
  expect(pausedAfter({ state: "complete" })).toBeUndefined();
  expect(pausedAfter({ state: "stopped" })).toBeUndefined();
  expect(pausedAfter({ state: "incomplete" }, { mode: "ask" })).toBeUndefined();
});

test("after a reload the cap that paused a run is known in its unit, until the person leaves it", () => {
  const failure = { kind: "run_budget", used: "434150", limit: "500000", unit: "tokens" } as const;
  const end = { state: "incomplete", failure } as const;
  const cap = { unit: "tokens", used: "434150", limit: "500000", more: "500000" };
  expect(pausedAfter(end)).toMatchObject({ pause: "budget", cap });
  expect(pausedAfter(end, { mode: "agent", left: "m1" })).toMatchObject({ cap });
  expect(pausedAfter(end, { mode: "agent", left: "m2" })).toBeUndefined();
  const steps = { state: "incomplete", failure: { kind: "paused", pause: "steps" } } as const;
  expect(pausedAfter(steps)?.cap).toEqual({ unit: "steps", used: "3", limit: "3", more: "50" });
});
