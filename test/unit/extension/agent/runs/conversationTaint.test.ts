import { expect, test } from "vitest";

import { ConversationTaint } from "../../../../../src/extension/agent/runs/conversationTaint.ts";

test("what tainted the run before a reload taints the first one after it, wherever it came from", () => {
  const tainted = new ConversationTaint();
  tainted.beginRun([{ role: "user", content: "Go on" }], "hiddenText");
  expect(tainted.taint.cause).toBe("hiddenText");
});

test("what the person accepted in this window does not come back with the next run", () => {
  const tainted = new ConversationTaint();
  tainted.beginRun([], "toolServer");
  tainted.taint.goOnAsBefore();
  tainted.beginRun([], "toolServer");
  expect(tainted.taint.cause).toBeUndefined();
});

test("a run that was not tainted leaves none", () => {
  const tainted = new ConversationTaint();
  tainted.beginRun([]);
  expect(tainted.taint.cause).toBeUndefined();
});
