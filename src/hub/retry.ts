import type { HubError } from "./hubError.ts";

const maxTries = 3;
const maxAutomaticWaitMs = 20_000;
const minJitterMs = 500;
const maxJitterMs = 8_000;

const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 529]);
const retryableKinds: ReadonlySet<string> = new Set([
  "rate_limited",
  "overloaded",
  "upstream_error",
]);

/**
 * Milliseconds to wait before the next try, or undefined if there should be none: authentication, budget,
 * policy, data-loss prevention and redirects are never tried again, nor is anything that would have to
 * wait longer than a person would.
 */
export function retryDelayMs(
  error: HubError,
  attempt: number,
  random: () => number,
): number | undefined {
  const { kind, httpStatus, systemCode } = error.failure;
  const isReset = kind === "truncated" && systemCode !== undefined && httpStatus === undefined;
  const isWorthIt =
    isReset ||
    (retryableKinds.has(kind) && (httpStatus === undefined || retryableStatuses.has(httpStatus)));
  if (attempt >= maxTries || !isWorthIt || error.shouldRetry === false) {
    return undefined;
  }
  if (error.retryAfterMs !== undefined) {
    return error.retryAfterMs <= maxAutomaticWaitMs ? error.retryAfterMs : undefined;
  }
  const ceiling = Math.min(maxJitterMs, minJitterMs * 4 ** attempt);
  return Math.round(minJitterMs + random() * (ceiling - minJitterMs));
}
