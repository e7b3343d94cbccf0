import { expect, test } from "vitest";

import { AskFailure } from "../../../../src/completion/usage/limits.ts";
import { answering, TypingLab } from "../../../support/typingLab.ts";

const typed = "const total = 1;\nconst other = 2;\nconst sum = to|";

test("429: nothing is asked as long as the hub said, and then again", async () => {
  const lab = new TypingLab({
    answer: (_, count) => ({
      pieces: [count === 1 ? new AskFailure("rate", 40_000) : "al + other;"],
    }),
  }).open(typed);
  await lab.key("t");
  expect(lab.completer.why).toBe("rate");
  await lab.key("u");
  expect(lab.completer.why).toBe("told");
  expect(lab.asked).toHaveLength(1);
  lab.clock.advance(40_000);
  expect((await lab.key("v"))?.text).toBe("al + other;");
});

test("what the person asks for goes past waiting and backoff, never past a refusal", async () => {
  let failure: AskFailure | undefined = new AskFailure("rate", 60_000);
  const lab = new TypingLab({
    answer: () => ({ pieces: [failure ?? "al + other;"] }),
  }).open(typed);
  await lab.key("t");
  failure = undefined;
  const invoked = lab.look({ isInvoked: true });
  await lab.pass(10);
  expect((await invoked)?.text).toBe("al + other;");
  failure = new AskFailure("refused");
  await lab.key("z");
  lab.clock.advance(60_000);
  await lab.key("y");
  const asked = lab.asked.length;
  void lab.look({ isInvoked: true });
  await lab.pass(1_000);
  expect(lab.asked).toHaveLength(asked);
});

test("a text that is kept back here costs nothing of the limits", async () => {
  const lab = new TypingLab({
    answer: () => ({ pieces: [new AskFailure("sensitive", undefined, false)] }),
  }).open(typed);
  for (const key of "abcdefghijkl") {
    await lab.key(key, 500);
    expect(lab.completer.why).toBe("sensitive");
  }
});

test("a hub whose answers never come in time is asked twice, then left alone for half a minute", async () => {
  const lab = new TypingLab({ answer: answering("al;", { delayMs: 9_000 }) });
  lab.open(typed);
  await lab.key("t", 4_000);
  await lab.key("u", 4_000);
  await lab.key("v", 4_000);
  expect(lab.asked).toHaveLength(2);
  expect(lab.completer.why).toBe("failing");
});
