import { timeLimits } from "../../shared/timeLimits.ts";
import type { Account } from "./account.ts";
import type { ApiDeps } from "./apiDeps.ts";

/** What follows when a client leaves. */
interface Presence {
  /** Aborted when all work for the call must stop. */
  readonly signal: AbortSignal;
  /** Call when the model's call has ended. */
  readonly end: () => void;
}

/** A stream ends with its client: its model stops, and what it has sent counts. */
export function watchStream(
  client: AbortSignal,
  account: Account,
  { onError }: Pick<ApiDeps, "onError">,
): Presence {
  // The client may leave before the model's call listens for the abort, or after it stopped.
  onceAborted(client, () => void account.abandon().catch(onError));
  return { signal: client, end: () => undefined };
}

/**
 * The model goes on with a whole answer, so the hub reads on for a time: what it costs is known at its end only, and a
 * client with a short patience and retries must not spend without limit.
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
