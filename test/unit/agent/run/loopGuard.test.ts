import { expect, test } from "vitest";

import { type EndedCall, LoopGuard } from "../../../../src/agent/run/loopGuard.ts";

function verdicts(calls: readonly string[], changes: Partial<EndedCall> = {}): readonly string[] {
  const guard = new LoopGuard();
  return calls.map(
    (tool) =>
      guard.note({
        tool,
        key: "{}",
        result: "r",
        isError: false,
        effect: tool === "write" ? "write" : tool.startsWith("run") ? "command" : "none",
        ...changes,
      }).kind,
  );
}

test("the same call with the same result: a note at the third, a pause at the fifth", () => {
  expect(verdicts(["a", "a", "a", "a", "a"])).toEqual(["go", "go", "note", "go", "pause"]);
});

test("results that differ in their duration only are the same", () => {
  const guard = new LoopGuard();
  const kinds = [1, 2, 3, 4, 5].map(
    (number) =>
      guard.note({
        tool: "run_command",
        key: "{}",
        result: `2 failed\nExit code 1 after ${number}.5 s.`,
        isError: false,
        effect: "command",
      }).kind,
  );
  expect(kinds).toEqual(["go", "go", "note", "go", "pause"]);
});

test("a cycle of two, three or four calls, three times", () => {
  expect(verdicts("ababab".split("")).at(-1)).toBe("pause");
  expect(verdicts("abcabcabc".split("")).at(-1)).toBe("pause");
  expect(verdicts("abcdabcdabcd".split("")).at(-1)).toBe("pause");
  expect(verdicts("ababac".split(""))).not.toContain("pause");
});

test("a change between begins anew", () => {
  const calls = Array.from({ length: 5 }, () => ["test", "write"]).flat();
  expect(new Set(verdicts(calls))).toEqual(new Set(["go"]));
});

test("five failures one after another", () => {
  const guard = new LoopGuard();
  const kinds = [1, 2, 3, 4, 5].map(
    (number) =>
      guard.note({
        tool: "edit",
        key: String(number),
        result: "no",
        isError: true,
        effect: "none",
      }).kind,
  );
  expect(kinds).toEqual(["go", "go", "go", "go", "pause"]);
});

test("another command between begins anew, but two commands in turns are a cycle", () => {
  expect(verdicts(["a", "a", "a", "a", "run b", "a"])).toEqual([
    "go",
    "go",
    "note",
    "go",
    "go",
    "go",
  ]);
  const guard = new LoopGuard();
  const kinds = Array.from({ length: 8 }, (_, index) => {
    const key = index % 2 === 0 ? "make" : "make check";
    const call = { tool: "run_command", key, result: "r", isError: false };
    return guard.note({ ...call, effect: "command" }).kind;
  });
  expect(kinds.indexOf("pause")).toBe(6);
});

test("a command that fails again and again although it is rephrased is a row of failures, not of changes", () => {
  expect(verdicts(["a", "b", "c", "d", "e"], { isError: true }).at(-1)).toBe("pause");
});
