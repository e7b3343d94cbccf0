import type { HubError } from "./hubError.ts";

export interface Retry {
  readonly delayMs: number;
  /** True if the server had closed an idle connection. */
  readonly isSilent: boolean;
}

const maxTries = 3;
const maxAutomaticWaitMs = 20_000;
const minJitterMs = 500;
const maxJitterMs = 8_000;

const retryableStatuses: ReadonlySet<number> = new Set([
  200, 408, 425, 429, 500, 502, 503, 504, 529,
]);
const retryableKinds: ReadonlySet<string> = new Set([
  "rate_limited",
  "overloaded",
  "upstream_error",
]);

/**
 * Never repeated: failures of authentication, spent budgets, policy, data-loss prevention, redirects, and long waits.
 */
export function retryOf(error: HubError, attempt: number, random: () => number): Retry | undefined {
  if (attempt >= maxTries || !(isWorthwhile(error) || isPassingShortage(error, attempt))) {
    return undefined;
  }
  if (attempt === 1 && wasReset(error)) {
    return { delayMs: 0, isSilent: true };
  }
  if (error.retryAfterMs !== undefined) {
    const delayMs = error.retryAfterMs;
    return delayMs <= maxAutomaticWaitMs ? { delayMs, isSilent: false } : undefined;
  }
  const ceiling = Math.min(maxJitterMs, minJitterMs * 4 ** attempt);
  const delayMs = Math.round(minJitterMs + random() * (ceiling - minJitterMs));
  return { delayMs, isSilent: false };
}

/** Some hubs answer 402 with a short wait while other requests reserve the rest of a budget. */
function isPassingShortage(
  { failure, retryAfterMs, shouldRetry }: HubError,
  attempt: number,
): boolean {
  return (
    attempt === 1 &&
    failure.kind === "budget_exhausted" &&
    failure.httpStatus === 402 &&
    shouldRetry !== false &&
    retryAfterMs !== undefined &&
    retryAfterMs <= maxAutomaticWaitMs
  );
}

function isWorthwhile(error: HubError): boolean {
  const { kind, httpStatus } = error.failure;
  if (error.shouldRetry === false) {
    return false;
  }
  const isConflict = httpStatus === 409 && error.shouldRetry === true;
  const isPassing =
    retryableKinds.has(kind) &&
    (httpStatus === undefined || retryableStatuses.has(httpStatus) || error.shouldRetry === true);
  return wasReset(error) || isConflict || isPassing;
}

function wasReset({ failure: { kind, systemCode } }: HubError): boolean {
  return kind === "truncated" && systemCode !== undefined;
}
