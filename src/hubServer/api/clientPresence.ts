import { timeLimits } from "../../shared/base/timeLimits.ts";
import type { Account } from "./account.ts";
import type { ApiDeps } from "./apiDeps.ts";

interface Presence {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** Ends a stream with its client, and bills the sent part. After the answer's end it waits for the usage. */
export function watchStream(
  client: AbortSignal,
  account: Account,
  { clock, onError }: Pick<ApiDeps, "clock" | "onError">,
): Presence {
  const over = new AbortController();
  const abandon = (): void => {
    over.abort();
    void account.abandon().catch(onError);
  };
  onceAborted(client, () => {
    if (account.isFinished) {
      account.clientLeft();
      clock.startTimer(abandon, timeLimits.hub.usageAfterClientLeft);
    } else {
      abandon();
    }
  });
  return { signal: over.signal, end: () => undefined };
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
