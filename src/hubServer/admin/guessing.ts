import type { ThrottleLimits } from "../auth/throttle.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest } from "../http/message.ts";
import { isLoopbackHost } from "../http/originGuard.ts";

export const limitsOfLogin: ThrottleLimits = { free: 5, maxWaitMs: 5 * 60_000 };
/** Many people may share an address: one of them must not shut all others out for long. */
export const limitsOfAddress: ThrottleLimits = { free: 20, maxWaitMs: 30_000 };

/**
 * Whom to slow down. A connection from this machine itself may come from a proxy, which names the address that
 * it was called from as the last of `X-Forwarded-For`; from elsewhere anybody could send that header.
 */
export function guesserOf(request: HubRequest, address: string): string {
  const forwarded = request.header("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  const isLocal = isLoopbackHost(address.replace("::ffff:", ""));
  return isLocal && forwarded !== "" ? forwarded.slice(0, 100) : address;
}

/** Throws an `ApiError` (429) with the time to wait, unless it is 0. */
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
