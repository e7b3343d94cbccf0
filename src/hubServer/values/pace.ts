import type { Clock } from "../../shared/base/clock.ts";
import { wait } from "../../shared/base/waiting.ts";

export function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
    }
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

export async function* paced(
  text: string,
  options: {
    readonly clock: Clock;
    readonly tokensPerSecond: number;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<string> {
  const { clock, tokensPerSecond, signal } = options;
  let due = clock.now();
  for (const [word] of text.matchAll(/\s*\S{1,24}\s*/gu)) {
    // Absolute times: the delays of late timers would add up.
    due += tokensPerSecond > 0 ? (Math.ceil(word.length / 4) * 1_000) / tokensPerSecond : 0;
    const ms = due - clock.now();
    if (ms >= 1) {
      await wait(clock, ms, signal);
    } else {
      signal.throwIfAborted();
    }
    yield word;
  }
}
