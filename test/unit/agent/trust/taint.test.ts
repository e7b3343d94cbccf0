import { expect, test } from "vitest";

import { Taint } from "../../../../src/agent/trust/taint.ts";

const hidden = "a\u{E0041}b";

test("the result of a tool server taints, once", () => {
  const taint = new Taint();
  expect(taint.cause).toBeUndefined();
  expect([taint.noteServerResult("mcp_a_b"), taint.noteServerResult("mcp_a_b")]).toEqual([
    true,
    false,
  ]);
  expect(taint.cause).toBe("toolServer");
});

test.each([
  ["tags", hidden],
  ["an override of the direction", "a\u202Eb"],
  ["a zero-width space", "a\u200Bb"],
])("%s in a text taint", (_, text) => {
  const taint = new Taint();
  expect(taint.noteText(text)).toBe(true);
  expect(taint.cause).toBe("hiddenText");
});

test("what a person sees does not taint: emoji of several parts, accents, other scripts", () => {
  const taint = new Taint();
  expect(taint.noteText("👩‍👩‍👧 naïve café ❤️ नमस्ते עברית")).toBe(false);
});

test("the person lets the run go on: the same text taints no more, another one does", () => {
  const taint = new Taint();
  taint.noteText(hidden);
  taint.goOnAsBefore();
  expect(taint.cause).toBeUndefined();
  expect(taint.noteText(hidden)).toBe(false);
  expect(taint.noteText(`${hidden}!`)).toBe(true);
  expect(taint.cause).toBe("hiddenText");
});

test("a run that goes on later is as tainted as it was", () => {
  expect(new Taint("toolServer").cause).toBe("toolServer");
});

test("what was accepted, was for one run; what taints, taints the next one", () => {
  const taint = new Taint();
  taint.noteServerResult("mcp_a_b");
  taint.goOnAsBefore();
  expect(taint.noteServerResult("mcp_a_b")).toBe(false);
  taint.beginRun();
  expect(taint.noteServerResult("mcp_a_b")).toBe(true);
  taint.beginRun();
  expect(taint.cause).toBe("toolServer");
});
