import { rateState, waitFor } from "../../src/hubServer/store/slidingWindow.ts";
import { RightAnswers } from "./rightAnswers.ts";
import type { Insertion } from "./typedLines.ts";
import { VirtualClock } from "./virtualClock.ts";

/** What a minute's limit of the hub let through. */
export interface ChatBesideTyping {
  readonly chats: number;
  readonly refused: number;
  readonly completions: number;
}

const perMinute = 60;
/** Between two keys: long enough that a request follows each. */
const gapMs = 700;
/** A turn of an agent begins every half minute: twenty requests, each at the key after the one before. */
const [turnEveryMs, turnRequests, turnGapMs] = [30_000, 20, gapMs];

/**
 * Somebody types without an end, wrong answers only, and an agent works beside it, both with one token of 60 requests a
 * minute, counted by the hub's own window. Completion knows of the limit by what the hub's answers say is left.
 */
export async function chatBesideTyping(
  insertions: readonly Insertion[],
  forMs: number,
): Promise<ChatBesideTyping> {
  const clock = new VirtualClock();
  const sent: { readonly lastAt: number; readonly amount: number }[] = [];
  const isFree = (): boolean => {
    const wait = waitFor(1, perMinute, sent, clock.now());
    if (wait === 0) {
      sent.push({ lastAt: clock.now(), amount: 1 });
    }
    return wait === 0;
  };
  const startedAt = clock.now();
  let [chats, refused, completions] = [0, 0, 0];
  const inTurn = (): number => (clock.now() - startedAt) % turnEveryMs;
  const person = new RightAnswers(
    clock,
    () => ({ isChatRunning: inTurn() < turnRequests * turnGapMs }),
    () => {
      completions += isFree() ? 1 : 0;
      const { limit, remaining } = rateState(perMinute, sent, clock.now());
      person.completer.limits.heard(clock.now(), { limit, remaining });
    },
  );
  person.rest = "wrong(answer)";
  let chatAt = 0;
  for (const [index, { before, added, after }] of insertions.entries()) {
    for (let at = 1; at <= added.length; at += 1) {
      const now = clock.now() - startedAt;
      if (now >= forMs) {
        return { chats, refused, completions };
      }
      if (now >= chatAt && inTurn() < turnRequests * turnGapMs) {
        chatAt = now + turnGapMs;
        chats += 1;
        refused += isFree() ? 0 : 1;
      }
      const text = before + added.slice(0, at);
      person.typed(`file${index}`, text, added.charAt(at - 1));
      await person.offer(`file${index}`, text, { after, ms: gapMs });
    }
  }
  return { chats, refused, completions };
}
