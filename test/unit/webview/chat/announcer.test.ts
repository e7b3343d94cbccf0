import { expect, test } from "vitest";

import type { ChatEvent } from "../../../../src/shared/conversation.ts";
import { Announcer } from "../../../../src/webview/kit/announcer.ts";
import { en } from "../../../../src/webview/words/en.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { answer } from "../../../support/fakeHost/builders.ts";

const started: ChatEvent = {
  kind: "answerStarted",
  message: answer("m", "", { state: "streaming" }),
};
const delta = (text: string): ChatEvent => ({
  kind: "partDelta",
  messageId: "m",
  part: "text",
  text,
});
const ended = (state: "complete" | "stopped" | "failed"): ChatEvent => ({
  kind: "answerEnded",
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
