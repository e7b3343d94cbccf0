import { timeLimits } from "../../shared/base/timeLimits.ts";
import type { Account } from "./account.ts";
import type { ApiDeps } from "./apiDeps.ts";

interface Presence {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Ends a stream with its client, and bills the sent part. */
export function watchStream(
  client: AbortSignal,
  account: Account,
  { onError }: Pick<ApiDeps, "onError">,
): Presence {
  onceAborted(client, () => void account.abandon().catch(onError));
  return { signal: client, end: () => undefined };
}

/**
 * Reads on for a time after the client left: the cost is known only at the end, and a client with short timeouts and
 * retries must not spend without limit.
 */
export function watchWhole(
  client: AbortSignal,
  account: Account,
  { clock }: Pick<ApiDeps, "clock">,
): Presence {
  const over = new AbortController();
  let cancelTimer: (() => void) | undefined;
  let isOver = false;
  onceAborted(client, () => {
    if (!isOver) {
      account.clientLeft();
      cancelTimer = clock.startTimer(() => over.abort(), timeLimits.hub.afterClientLeft);
    }
  });
  return {
    signal: over.signal,
    end: () => {
      isOver = true;
      cancelTimer?.();
    },
  };
}

function onceAborted(signal: AbortSignal, listener: () => void): void {
  if (signal.aborted) {
    listener();
  } else {
    signal.addEventListener("abort", listener, { once: true });
  }
}
