import type { ThrottleLimits } from "../auth/throttle.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest } from "../http/message.ts";
import { isLoopbackHost } from "../http/originGuard.ts";

export const limitsOfLogin: ThrottleLimits = { free: 5, maxWaitMs: 5 * 60_000 };
/** Many people may share an address: one person must not lock out all others for long. */
export const limitsOfAddress: ThrottleLimits = { free: 20, maxWaitMs: 30_000 };

/**
 * The address to slow down. A local connection may be a proxy's, which appends its caller's address
 * to `X-Forwarded-For`. From other machines that header could be forged, so it is ignored.
 */
export function guesserOf(request: HubRequest, address: string): string {
  const forwarded = request.header("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  const isLocal = isLoopbackHost(address.replace("::ffff:", ""));
  return isLocal && forwarded !== "" ? forwarded.slice(0, 100) : address;
}

/** Throws an `ApiError` (429) with the wait, unless that is 0. */
export function checkTurn(waitMs: number): void {
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1_000);
    throw tooManyTries(`Too many tries. Wait ${seconds} s, then try again.`, seconds);
  }
}

export function tooManyTries(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(429, message, {
    code: "too_many_attempts",
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}
