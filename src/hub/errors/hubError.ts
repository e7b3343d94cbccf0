import { diskProblem } from "../../shared/base/diskProblem.ts";
import type { Failure, FailureKind } from "../../shared/failures/failure.ts";

export interface HubErrorOptions {
  readonly cause?: unknown;
  readonly retryAfterMs?: number | undefined;
  readonly shouldRetry?: boolean | undefined;
}

/** The message names only the failure's kind: it is safe to log. */
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

  /** Compares names: errors pass between bundles, each with its own class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "HubError" && "failure" in value;
  }
}

export function toFailure(error: unknown): Failure {
  if (error instanceof HubError) {
    return error.failure;
  }
  const systemCode = diskProblem(error);
  return systemCode === undefined ? { kind: "unknown" } : { kind: "storage", systemCode };
}

export function isTokenRefused(error: unknown): boolean {
  return (
    error instanceof HubError && (error.kind === "auth_invalid" || error.kind === "auth_expired")
  );
}
