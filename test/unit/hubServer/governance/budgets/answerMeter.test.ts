import { expect, test } from "vitest";

import { AnswerMeter } from "../../../../../src/hubServer/governance/budgets/answerMeter.ts";
import type { Settlement } from "../../../../../src/hubServer/store/store.ts";
import { FakeClock } from "../../../../support/fakeClock.ts";

function meterOf(
  grantedTokens: number,
  isModelTold: boolean,
): {
  readonly meter: AnswerMeter;
  readonly written: Settlement[];
} {
  const written: Settlement[] = [];
  const meter = new AnswerMeter({
    id: "res",
    inputTokens: 10,
    grantedTokens,
    isModelTold,
    isCounted: true,
    cachesHour: false,
    costOf: ({ outputTokens }) => outputTokens,
    savedOf: () => 0,
    clock: new FakeClock(),
    ledger: { renew: () => Promise.resolve() },
    write: (settlement) => {
      written.push(settlement);
      return Promise.resolve();
    },
    onEvent: () => undefined,
  });
  return { meter, written };
}

test("an answer is cut at the chunk that reaches its grant, and counts no more than the grant", async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const granted = 1 + ((seed * 7_919) % 500);
    const { meter, written } = meterOf(granted, false);
    let before = 0;
    let characters = 0;
    for (let index = 0; ; index += 1) {
      const length = 1 + ((seed * 31 + index * index * 17) % 90);
      before = characters;
      characters += length;
      if (!meter.addOutput("x".repeat(length))) {
        break;
      }
    }
    expect(before / 4).toBeLessThan(granted);
    expect(characters / 4).toBeGreaterThanOrEqual(granted);
    await meter.settle("cut", 200);
    expect(written).toMatchObject([{ outputTokens: granted }]);
  }
});

test.each([
  ["漢字仮名交じり文", 8],
  ["привет", 2],
  ["\u{1F600}\u{1F680}", 3],
])("an answer in a script of its own is counted by that: %s", async (text, least) => {
  const { meter, written } = meterOf(10 * least, false);
  let pieces = 1;
  while (meter.addOutput(text)) {
    pieces += 1;
  }
  expect(pieces).toBeLessThanOrEqual(12);
  await meter.settle("cut", 200);
  expect(written[0]?.outputTokens).toBeGreaterThanOrEqual(10 * least);
});

test("a model that keeps to its limit is not cut short, and one that does not is", async () => {
  const { meter, written } = meterOf(10, true);
  expect(meter.addOutput("x".repeat(159))).toBe(true);
  expect(meter.addOutput("x")).toBe(false);
  await meter.settle("cut", 200);
  expect(written).toMatchObject([{ outputTokens: 10 }]);
});

test("an answer that broke off is billed by the larger of report and count", async () => {
  const begun = meterOf(1_000, false);
  begun.meter.report({ inputTokens: 40, cachedTokens: 30, cacheWriteTokens: 0, outputTokens: 1 });
  begun.meter.addOutput("x".repeat(100));
  await begun.meter.settle("failed", 200);
  expect(begun.written).toMatchObject([
    { inputTokens: 40, cachedTokens: 30, outputTokens: 25, usageSource: "estimated" },
  ]);
  const told = meterOf(1_000, false);
  told.meter.report({ inputTokens: 40, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 70 });
  told.meter.addOutput("x".repeat(100));
  await told.meter.settle("client_abort", 499);
  expect(told.written).toMatchObject([{ outputTokens: 70, usageSource: "upstream" }]);
});

test("the last report counts", async () => {
  const { meter, written } = meterOf(1_000, false);
  for (const outputTokens of [1, 50, 20]) {
    meter.report({ inputTokens: 40, cachedTokens: 0, cacheWriteTokens: 0, outputTokens });
  }
  await meter.settle("complete", 200);
  expect(written).toMatchObject([{ outputTokens: 20, usageSource: "upstream" }]);
});

test("a report without the input's tokens does not make the input free", async () => {
  const { meter, written } = meterOf(1_000, false);
  meter.report({ inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 7 });
  await meter.settle("complete", 200);
  expect(written).toMatchObject([{ inputTokens: 10, outputTokens: 7, usageSource: "estimated" }]);
});

test("an answer that can never be known counts as all that was granted, unless it was reported", async () => {
  const lost = meterOf(1_000, true);
  lost.meter.assumeAll("final");
  await lost.meter.settle("client_abort", 499);
  expect(lost.written).toMatchObject([
    { inputTokens: 10, outputTokens: 1_000, usageSource: "estimated" },
  ]);
  const told = meterOf(1_000, true);
  told.meter.report({ inputTokens: 40, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 7 });
  told.meter.assumeAll("final");
  await told.meter.settle("failed", 503);
  expect(told.written).toMatchObject([{ inputTokens: 40, outputTokens: 7 }]);
  const begun = meterOf(1_000, true);
  begun.meter.report({ inputTokens: 40, cachedTokens: 9, cacheWriteTokens: 0, outputTokens: 1 });
  begun.meter.assumeAll("partial");
  await begun.meter.settle("client_abort", 499);
  expect(begun.written).toMatchObject([
    { inputTokens: 40, cachedTokens: 9, outputTokens: 1_000, usageSource: "estimated" },
  ]);
  const open = meterOf(Infinity, false);
  open.meter.assumeAll("final");
  await open.meter.settle("failed", 503);
  expect(open.written).toMatchObject([{ inputTokens: 10, outputTokens: 0 }]);
});
