import { expect, test } from "vitest";

import type { ContextMeterFacts } from "../../../../src/shared/calls/contextCalls.ts";
import { readMeter, whatToDrop } from "../../../../src/webview/context/meterReading.ts";

const facts: ContextMeterFacts = {
  conversationId: "c1",
  contextLength: 10_000,
  reserved: 2_000,
  fixed: 100,
  history: 3_000,
  sentMessages: 6,
  leftOutMessages: 0,
  attachments: [
    { id: "a", tokens: 500 },
    { id: "b", tokens: 400 },
  ],
  rate: 1,
  isCalibrated: false,
};

test("adds up what is sent and says what is left beside the answer's share", () => {
  expect(readMeter(facts, "")).toMatchObject({
    used: 4_000,
    attachments: 900,
    limit: { free: 4_000, share: 0.4, usedShare: 0.4, reservedShare: 0.2, state: "fits" },
  });
});

test("counts as the model counts, once its hub has reported that", () => {
  expect(readMeter({ ...facts, rate: 1.5 }, "").used).toBe(6_000);
});

test("tells when it is tight and when it is too much, and what to drop first", () => {
  const tight = readMeter({ ...facts, history: 6_000 }, "");
  expect(tight.limit?.state).toBe("tight");
  const tooMuch = readMeter({ ...facts, history: 9_000 }, "text");
  expect(tooMuch.limit).toMatchObject({ state: "tooMuch", usedShare: 1, reservedShare: 0 });
  expect(whatToDrop(tooMuch, facts)).toEqual(["history", "attachments", "draft"]);
  expect(whatToDrop(tight, facts)).toEqual([]);
});

test("without a reported context there is no limit, and none is guessed", () => {
  const { contextLength: _length, reserved: _reserved, ...unknown } = facts;
  expect(readMeter(unknown, "")).not.toHaveProperty("limit");
});
