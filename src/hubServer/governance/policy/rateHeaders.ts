import type { RateState, RateStates } from "../../store/store.ts";
import { isoTime } from "../../values/isoTime.ts";

type Headers = Readonly<Record<string, string>>;

export function rateHeaders({ requests, tokens, completions }: RateStates, now: number): Headers {
  return {
    ...headersOf("requests", requests, now),
    ...headersOf("tokens", tokens, now),
    ...(completions && {
      "x-hub-completions-limit": String(completions.limit),
      "x-hub-completions-remaining": String(completions.remaining),
    }),
  };
}

/** The headers of a refusal, rounded up: a client that waits this long is not refused again. */
export function retryHeaders(retryAfterMs: number): Headers {
  const ms = Math.max(1, Math.ceil(retryAfterMs));
  return { "retry-after": String(Math.ceil(ms / 1_000)), "retry-after-ms": String(ms) };
}

function headersOf(
  unit: "requests" | "tokens",
  state: RateState | undefined,
  now: number,
): Headers {
  if (!state) {
    return {};
  }
  const { limit, remaining, resetMs } = state;
  return {
    [`x-ratelimit-limit-${unit}`]: String(limit),
    [`x-ratelimit-remaining-${unit}`]: String(remaining),
    [`x-ratelimit-reset-${unit}`]: `${Math.ceil(resetMs / 100) / 10}s`,
    [`anthropic-ratelimit-${unit}-limit`]: String(limit),
    [`anthropic-ratelimit-${unit}-remaining`]: String(remaining),
    [`anthropic-ratelimit-${unit}-reset`]: isoTime(now + resetMs),
  };
}
