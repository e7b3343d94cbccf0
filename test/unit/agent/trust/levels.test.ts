import { describe, expect, test } from "vitest";

import {
  type Act,
  agentLevels,
  type Answer,
  decideAct,
  type Standing,
} from "../../../../src/agent/trust/levels.ts";

const standing = (changes: Partial<Standing> = {}): Standing => ({
  level: "ask",
  mode: "agent",
  isTainted: false,
  rule: undefined,
  ...changes,
});

describe("acts at the levels ask, edits and sandbox", () => {
  test.each<[Act, Answer, Answer, Answer]>([
    ["read", "run", "run", "run"],
    ["edit", "card", "run", "run"],
    ["command", "card", "card", "runInside"],
    ["commandOutside", "card", "card", "card"],
    ["delete", "card", "card", "card"],
    ["outside", "card", "card", "card"],
    ["runnable", "card", "card", "card"],
    ["forbidden", "refused", "refused", "refused"],
    ["serverStart", "card", "card", "card"],
    ["mcpCall", "card", "card", "card"],
    ["editorCall", "card", "card", "card"],
    ["web", "card", "card", "card"],
  ])("%s", (act, ...expected) => {
    expect(agentLevels.map((level) => decideAct(act, standing({ level })))).toEqual(expected);
  });
});

test("a rule lets a command or a tool call run, and nothing else", () => {
  const rule = "allow";
  expect(decideAct("command", standing({ rule }))).toBe("run");
  expect(decideAct("mcpCall", standing({ rule }))).toBe("run");
  expect(decideAct("editorCall", standing({ rule }))).toBe("run");
  expect(decideAct("outside", standing({ rule }))).toBe("card");
  expect(decideAct("forbidden", standing({ rule }))).toBe("refused");
});

test("in a tainted run commands and tool calls ask, whatever level or rule", () => {
  for (const level of agentLevels) {
    const tainted = standing({ level, isTainted: true, rule: "allow" });
    expect(decideAct("command", tainted)).toBe("card");
    expect(decideAct("mcpCall", tainted)).toBe("card");
  }
});

test("plan mode reads and refuses all else, also what a rule allows", () => {
  const plan = standing({ mode: "plan", level: "sandbox", rule: "allow" });
  expect(decideAct("read", plan)).toBe("run");
  expect(decideAct("edit", plan)).toBe("refused");
  expect(decideAct("command", plan)).toBe("refused");
});
