import { expect, test } from "vitest";

import { AnswerMeter } from "../../../../../src/hubServer/governance/budgets/answerMeter.ts";
import { HiddenPaces } from "../../../../../src/hubServer/governance/budgets/hiddenOutput.ts";
import type { Settlement } from "../../../../../src/hubServer/store/store.ts";
import { FakeClock } from "../../../../support/fakeClock.ts";

function meterOf(
  grantedTokens: number,
  isModelTold: boolean,
  { clock = new FakeClock(), paces = new HiddenPaces() } = {},
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
    hasPlace: false,
    hidden: { paces, model: "gpt" },
    cachesHour: false,
    costOf: ({ outputTokens }) => outputTokens,
    savedOf: () => 0,
    clock,
    ledger: { renew: () => Promise.resolve(), leavePlace: () => Promise.resolve() },
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

/** Answers that reason unseen for so many seconds, then say 40 characters. */
function reasoning() {
  const common = { clock: new FakeClock(), paces: new HiddenPaces() };
  return (seconds: number, granted = 10_000) => {
    const { meter, written } = meterOf(granted, true, common);
    common.clock.advance(seconds * 1_000);
    meter.blockBegan(false);
    meter.addOutput("x".repeat(40));
    common.clock.advance(60_000);
    const complete = async (outputTokens: number): Promise<void> => {
      meter.report({ inputTokens: 10, cachedTokens: 0, cacheWriteTokens: 0, outputTokens });
      await meter.settle("complete", 200);
    };
    const leave = async (): Promise<number | undefined> => {
      await meter.settle("client_abort", 499);
      return written[0]?.outputTokens;
    };
    return { meter, complete, leave };
  };
}

test("a client that leaves after the first text also pays the hidden reasoning, by the model's own pace", async () => {
  const answer = reasoning();
  await answer(10).complete(1_000 + 15);
  expect(await answer(30).leave()).toBe(3_000 + 10);
  expect(await answer(30, 500).leave()).toBe(500);
});

test("a model that hides nothing costs what was seen, however long it waits", async () => {
  const answer = reasoning();
  await answer(10).complete(15);
  expect(await answer(30).leave()).toBe(10);
});

test("hidden reasoning of a model without a complete answer counts 50 tokens in each whole second", async () => {
  const answer = reasoning();
  expect(await answer(0.9).leave()).toBe(10);
  expect(await answer(4.5).leave()).toBe(200 + 10);
});

test("an upstream that reports its usage along the way leaves nothing to estimate", async () => {
  const { meter, leave } = reasoning()(30);
  meter.report({ inputTokens: 10, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 700 });
  expect(await leave()).toBe(700);
});

test("reasoning between two texts counts, also where a summary of it is shown", async () => {
  const common = { clock: new FakeClock(), paces: new HiddenPaces() };
  const { meter, written } = meterOf(10_000, true, common);
  for (const isReasoning of [true, false, true, false]) {
    meter.blockBegan(isReasoning);
    meter.addOutput("x".repeat(40));
    common.clock.advance(2_000);
  }
  await meter.settle("client_abort", 499);
  expect(written).toMatchObject([{ outputTokens: 40 + 4 * 50, usageSource: "estimated" }]);
});
