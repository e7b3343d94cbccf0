import type { Problem } from "../contract/problems.ts";
import type { Mismatch } from "./environment.ts";

/** Every way a call to the portal can end other than done. Act on the kind, never on text. */
export type SellerErrorKind =
  /** No client id or secret for this environment. */
  | "noCredentials"
  /** The portal does not know this client id and secret. */
  | "credentials"
  /** The secret store did not answer. */
  | "secretStore"
  /** The token or the write is of another seller or environment: nothing is written. */
  | "mismatch"
  /** The input contradicts the specification; nothing was sent. */
  | "invalid"
  /** The environment's address cannot be one, or the request is for another environment. */
  | "address"
  /** Refused although the token is fresh. */
  | "unauthorized"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "rejected"
  | "rateLimited"
  | "serverError"
  | "redirected"
  /** HTML, or something else that no portal answers. */
  | "notThePortal"
  /** JSON that breaks off or is not what was asked for. */
  | "unreadable"
  | "tooBig"
  | "unreachable"
  | "insecure"
  | "connectionLost"
  | "timeout"
  | "cancelled"
  /** A cancellation or tracking of which nobody knows whether it was done. Look before trying again. */
  | "unknown";

/** Text in it is redacted and bounded, and still hostile: show it as plain text only. */
export interface SellerErrorDetails {
  readonly status?: number | undefined;
  /** Milliseconds that the portal asked us to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  /** A platform's error code such as `ENOTFOUND`. */
  readonly systemCode?: string | undefined;
  /** The portal's own sentence. */
  readonly detail?: string | undefined;
  /** What is wrong with the input, for `invalid`. */
  readonly problems?: readonly Problem[] | undefined;
  readonly mismatches?: readonly Mismatch[] | undefined;
  /** The portal may have acted on the request although this came of it. */
  readonly mayHaveActed?: boolean | undefined;
  readonly cause?: unknown;
}

/** The message names the kind only: it is safe to log. */
export class SellerError extends Error {
  override readonly name = "SellerError";
  readonly kind: SellerErrorKind;
  readonly details: Omit<SellerErrorDetails, "cause">;

  constructor(kind: SellerErrorKind, { cause, ...details }: SellerErrorDetails = {}) {
    super(
      `The call to the seller portal ended with ${kind}`,
      cause === undefined ? undefined : { cause },
    );
    this.kind = kind;
    this.details = details;
  }
}
