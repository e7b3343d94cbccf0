import { timeLimits } from "../../shared/base/timeLimits.ts";
import type { Account } from "./account.ts";
import type { ApiDeps } from "./apiDeps.ts";

interface Presence {
  /** Aborted when all work for the call must stop. */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** A stream ends with its client: its model stops, and the sent part is billed. */
export function watchStream(
  client: AbortSignal,
  account: Account,
  { onError }: Pick<ApiDeps, "onError">,
): Presence {
  // The client may disconnect before the model's call listens for the abort, or after it stopped.
  onceAborted(client, () => void account.abandon().catch(onError));
  return { signal: client, end: () => undefined };
}

/**
 * The model continues a whole answer after its client disconnected, so the hub reads on for a time:
 * the cost is known only at the end, and a client with short timeouts and retries must not spend
 * without limit.
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
