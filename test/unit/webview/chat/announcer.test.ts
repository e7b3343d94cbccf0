import { expect, test } from "vitest";

import type { ChatEvent } from "../../../../src/shared/conversation/conversation.ts";
import { Announcer } from "../../../../src/webview/kit/announcer.ts";
import { en } from "../../../../src/webview/words/en/en.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { answer } from "../../../support/fakeHost/builders.ts";

const started: ChatEvent = {
  kind: "answerStarted",
  message: answer("m", "", { state: "streaming" }),
};
const delta = (text: string) => ({
  kind: "partDelta" as const,
  messageId: "m",
  part: "text" as const,
  text,
});
const ended = (state: "complete" | "stopped" | "failed") => ({
  kind: "answerEnded" as const,
  messageId: "m",
  state,
});

function announcer(): { readonly clock: FakeClock; readonly voice: Announcer } {
  const clock = new FakeClock();
  return { clock, voice: new Announcer(en, clock) };
}

test("sentences are spoken at a pace that can be followed, never single words", () => {
  const { clock, voice } = announcer();
  voice.hear(started);
  expect(voice.text.value).toBe("Answer started");
  voice.hear(delta("One. Two. Thr"));
  expect(voice.text.value).toBe("Answer started");
  clock.advance(3_000);
  expect(voice.text.value).toBe("One. Two.");
  clock.advance(3_000);
  expect(voice.text.value).toBe("One. Two.");
  voice.hear(delta("ee."));
  voice.hear(ended("complete"));
  expect(voice.text.value).toBe("Three. Answer complete");
  expect(clock.pendingTimers).toBe(0);
});

test("of compared answers the first is spoken, and the last end is said whichever it is", () => {
  const { clock, voice } = announcer();
  for (const id of ["m", "other"]) {
    const message = answer(id, "", { state: "streaming", comparisonId: "c" });
    voice.hear({ kind: "answerStarted", message });
  }
  expect(voice.text.value).toBe("Answer started");
  voice.hear(delta("One of "));
  voice.hear({ ...delta("Another voice. "), messageId: "other" });
  voice.hear(delta("them. Two"));
  clock.advance(3_000);
  expect(voice.text.value).toBe("One of them.");
  voice.hear({ ...ended("complete"), messageId: "other" });
  expect(voice.text.value).toBe("One of them.");
  clock.advance(3_000);
  voice.hear(ended("complete"));
  expect(voice.text.value).toBe("Two. Answer complete");
});

test("a compared answer that ends after the spoken one has its end, and the next answer is spoken", () => {
  const { clock, voice } = announcer();
  for (const id of ["m", "other"]) {
    const message = answer(id, "", { state: "streaming", comparisonId: "c" });
    voice.hear({ kind: "answerStarted", message });
  }
  voice.hear(delta("One."));
  voice.hear(ended("complete"));
  voice.hear({ ...delta("Another voice."), messageId: "other" });
  expect(clock.pendingTimers).toBe(0);
  voice.hear({ ...ended("complete"), messageId: "other" });
  expect(voice.text.value).toBe("Answer complete");
  voice.hear(started);
  voice.hear(delta("Three. "));
  clock.advance(3_000);
  expect(voice.text.value).toBe("Three.");
});

test("an answer that was already coming is spoken too", () => {
  const { clock, voice } = announcer();
  voice.hear(delta("Late. "));
  clock.advance(3_000);
  expect(voice.text.value).toBe("Late.");
});

test("stopping is said; a failure is left to its alert", () => {
  const { voice } = announcer();
  voice.hear(started);
  voice.hear(ended("stopped"));
  expect(voice.text.value).toBe("Answer stopped");
  voice.hear(started);
  voice.hear(ended("failed"));
  expect(voice.text.value).toBe("Answer started");
});

test("the same words again are a change, so that they are spoken again", () => {
  const { voice } = announcer();
  voice.hear(started);
  const first = voice.text.value;
  voice.hear(started);
  expect(voice.text.value).not.toBe(first);
  expect(voice.text.value.trim()).toBe(first);
});
