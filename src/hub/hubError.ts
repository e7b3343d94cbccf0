import { diskProblem } from "../shared/diskProblem.ts";
import type { Failure, FailureKind } from "../shared/failure.ts";

export interface HubErrorOptions {
  readonly cause?: unknown;
  /** Milliseconds the hub asked us to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The hub's `x-should-retry`; undefined if it sent none. */
  readonly shouldRetry?: boolean | undefined;
}

/** Why a request to the hub failed. The message names the kind only: it is safe to log. */
export class HubError extends Error {
  override readonly name = "HubError";
  readonly failure: Failure;
  readonly retryAfterMs: number | undefined;
  readonly shouldRetry: boolean | undefined;

  constructor(failure: Failure, { cause, retryAfterMs, shouldRetry }: HubErrorOptions = {}) {
    super(
      `The request to the hub ended with ${failure.kind}`,
      cause === undefined ? undefined : { cause },
    );
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
    this.shouldRetry = shouldRetry;
  }

  get kind(): FailureKind {
    return this.failure.kind;
  }

  /** By its name: each bundle of the extension has a class of its own, and errors pass from one to the other. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "HubError" && "failure" in value;
  }
}

/** The failure as data, for anything that was thrown. */
export function toFailure(error: unknown): Failure {
  if (error instanceof HubError) {
    return error.failure;
  }
  const systemCode = diskProblem(error);
  return systemCode === undefined ? { kind: "unknown" } : { kind: "storage", systemCode };
}

/** Whether the hub did not accept the token; another one may be accepted. */
export function isTokenRefused(error: unknown): boolean {
  return (
    error instanceof HubError && (error.kind === "auth_invalid" || error.kind === "auth_expired")
  );
}
