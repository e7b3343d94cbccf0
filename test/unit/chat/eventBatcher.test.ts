import { beforeEach, expect, test } from "vitest";

import { EventBatcher } from "../../../src/chat/eventBatcher.ts";
import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";
import { FakeClock } from "../../support/fakeClock.ts";

let clock: FakeClock;
let batches: { readonly at: number; readonly text: string }[];
let batcher: EventBatcher;

beforeEach(() => {
  clock = new FakeClock();
  batches = [];
  const start = clock.now();
  batcher = new EventBatcher(clock, (events) => {
    const text = events.map((event) => (event.kind === "partDelta" ? event.text : "|")).join("");
    batches.push({ at: clock.now() - start, text });
  });
});

function delta(text: string): ChatEvent {
  return { kind: "partDelta", messageId: "m", part: "text", text };
}

/** Says so many characters each so many milliseconds, for a second. */
function stream(length: number, everyMs: number): void {
  for (let ms = 0; ms < 1_000; ms += everyMs) {
    batcher.push(delta("x".repeat(length)));
    clock.advance(everyMs);
  }
}

test("slow text costs the page at most 13 batches a second, fast text one a frame, and nothing is lost", () => {
  // 1,600 and 600 characters a second, both slower than fast text, and 5,000.
  stream(16, 10);
  expect(batches.length).toBeLessThanOrEqual(14);
  batcher.flush();
  batches.length = 0;
  clock.advance(1_000);
  stream(6, 10);
  expect(batches.length).toBeLessThanOrEqual(14);
  batcher.flush();
  expect(batches.map(({ text }) => text).join("")).toHaveLength(600);
  batches.length = 0;
  stream(50, 10);
  expect(batches.length).toBeGreaterThan(45);
  expect(batches.length).toBeLessThanOrEqual(63);
});

test("the first delta goes at once, and a sudden flood does not wait for the slow pace", () => {
  batcher.push(delta("a"));
  batcher.push(delta("b".repeat(99)));
  expect(batches.map(({ text }) => text)).toEqual(["a"]);
  batcher.push(delta("c"));
  expect(batches.map(({ at }) => at)).toEqual([0, 0]);
  batcher.push(delta("d"));
  clock.advance(15);
  expect(batches).toHaveLength(2);
  clock.advance(1);
  expect(batches.at(-1)).toEqual({ at: 16, text: "d" });
});

test("who answers goes with the first text, or by itself when that is late", () => {
  const identified: ChatEvent = { kind: "answerIdentified", messageId: "m", answeredBy: "model" };
  batcher.push(identified);
  clock.advance(20);
  batcher.push(delta("a"));
  expect(batches).toEqual([{ at: 20, text: "|a" }]);
  batcher.push({ kind: "answerEnded", messageId: "m", state: "complete" });
  batcher.push(identified);
  clock.advance(50);
  expect(batches.at(-1)).toEqual({ at: 70, text: "|" });
});

test("what is no text takes the waiting text along at once", () => {
  batcher.push(delta("a"));
  batcher.push(delta("b"));
  batcher.push({ kind: "titled", title: "Why" });
  expect(batches.at(-1)).toEqual({ at: 0, text: "b|" });
});
