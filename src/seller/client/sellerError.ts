import type { PortalWord } from "../contract/lists/portalWords.ts";
import type { Problem } from "../contract/problems.ts";
import type { Mismatch } from "./environment.ts";

/** Kinds of failures; decide by them, never by the text. */
export type SellerErrorKind =
  | "noCredentials"
  | "credentials"
  | "secretStore"
  | "mismatch"
  | "invalid"
  | "address"
  /** The portal refused a fresh token. */
  | "unauthorized"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "rejected"
  | "rateLimited"
  | "serverError"
  | "redirected"
  | "notThePortal"
  /** The status is a success, but the body refuses or shows another value than was sent. */
  | "complaint"
  | "otherRecord"
  /** Only a part of the list came, so an absent record proves nothing. */
  | "incomplete"
  /** The JSON is cut off or has the wrong shape. */
  | "unreadable"
  | "tooBig"
  | "unreachable"
  | "insecure"
  | "blockedPort"
  | "connectionLost"
  | "timeout"
  | "cancelled"
  /** A cancellation or tracking may have been done: check it before trying again. */
  | "unknown";

interface DifferingField {
  readonly name: string;
  readonly sent: string | number | boolean | null;
  readonly answered: string | number | boolean | null;
}

/** All text is redacted and bounded, but still hostile: show it as plain text only. */
export interface SellerErrorDetails {
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  readonly systemCode?: string | undefined;
  readonly detail?: string | undefined;
  readonly said?: readonly PortalWord[] | undefined;
  readonly raw?: string | undefined;
  readonly problems?: readonly Problem[] | undefined;
  readonly mismatches?: readonly Mismatch[] | undefined;
  /** The portal may have acted on the request before this failure. */
  readonly mayHaveActed?: boolean | undefined;
  /** The request was not sent, or refused with 401 before its body was read: the write was not done. */
  readonly notSent?: boolean | undefined;
  readonly isOfToken?: boolean | undefined;
  readonly isToLogin?: boolean | undefined;
  readonly differing?: readonly DifferingField[] | undefined;
  readonly asked?: number | undefined;
  /** The answer does not fit the person's choice of where the list is. */
  readonly isMisfit?: boolean | undefined;
  readonly cause?: unknown;
}

/** The message contains only the kind, so it is safe to log. */
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
