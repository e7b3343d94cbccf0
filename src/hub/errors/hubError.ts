import { diskProblem } from "../../shared/base/diskProblem.ts";
import type { Failure, FailureKind } from "../../shared/failures/failure.ts";

export interface HubErrorOptions {
  readonly cause?: unknown;
  readonly retryAfterMs?: number | undefined;
  /** The hub's `x-should-retry`. */
  readonly shouldRetry?: boolean | undefined;
}

/** Why a request failed. The message names only the kind: it is safe to log. */
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

  /** By name: each bundle has its own class, and errors pass between bundles. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "HubError" && "failure" in value;
  }
}

/** Accepts anything thrown. */
export function toFailure(error: unknown): Failure {
  if (error instanceof HubError) {
    return error.failure;
  }
  const systemCode = diskProblem(error);
  return systemCode === undefined ? { kind: "unknown" } : { kind: "storage", systemCode };
}

/** Another token may be accepted. */
export function isTokenRefused(error: unknown): boolean {
  return (
    error instanceof HubError && (error.kind === "auth_invalid" || error.kind === "auth_expired")
  );
}
