import type { PortalWord } from "../contract/lists/portalWords.ts";
import type { Problem } from "../contract/problems.ts";
import type { Mismatch } from "./environment.ts";

/** Every way in which a call to the portal can fail. Decide by the kind, never by the text. */
export type SellerErrorKind =
  /** No client id or secret for this environment. */
  | "noCredentials"
  /** The portal does not know this client id and secret. */
  | "credentials"
  /** The secret store did not answer. */
  | "secretStore"
  /** The token or the write belongs to another seller or environment: nothing is written. */
  | "mismatch"
  /** The input contradicts the specification; nothing was sent. */
  | "invalid"
  /** The environment's address is not valid, or the request is for another environment. */
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
  /** HTML, or another answer that no portal sends. */
  | "notThePortal"
  /** A successful status whose body refuses, or shows another value than was sent. */
  | "complaint"
  /** An answer without the record that was asked for. */
  | "otherRecord"
  /** The portal gave only a part of its list, so nothing can be concluded from what is absent. */
  | "incomplete"
  /** JSON that is cut off or has another shape than the call asks for. */
  | "unreadable"
  | "tooBig"
  | "unreachable"
  | "insecure"
  /** `fetch` connects to no such port, because another protocol has it. */
  | "blockedPort"
  | "connectionLost"
  | "timeout"
  | "cancelled"
  /** A cancellation or tracking with an unknown outcome. Check it before trying again. */
  | "unknown";

interface DifferingField {
  readonly name: string;
  readonly sent: string | number | boolean | null;
  readonly answered: string | number | boolean | null;
}

/** Text in here is redacted and bounded, but still hostile: show it as plain text only. */
export interface SellerErrorDetails {
  readonly status?: number | undefined;
  /** Milliseconds that the portal asked us to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly requestId?: string | undefined;
  /** A platform's error code such as `ENOTFOUND`. */
  readonly systemCode?: string | undefined;
  /** The portal's own sentences as one text. */
  readonly detail?: string | undefined;
  /** The same sentences with the fields that they are about. */
  readonly said?: readonly PortalWord[] | undefined;
  /** The answer as it came, cut after `maxRawLength` characters. */
  readonly raw?: string | undefined;
  /** The errors of the input, for `invalid`. */
  readonly problems?: readonly Problem[] | undefined;
  readonly mismatches?: readonly Mismatch[] | undefined;
  /** The portal may have acted on the request before this failure. */
  readonly mayHaveActed?: boolean | undefined;
  /**
   * The call itself did not reach the portal, or was refused with 401 before its body was looked at.
   * The write was not done, and may be taken up again.
   */
  readonly notSent?: boolean | undefined;
  /** The token call's own answer has no token, for `unreadable`. */
  readonly isOfToken?: boolean | undefined;
  /** A redirect that leads to a page for signing in. */
  readonly isToLogin?: boolean | undefined;
  /** Fields of the answer to a write that are not as they were sent. */
  readonly differing?: readonly DifferingField[] | undefined;
  /** The number of the order that the answer does not contain, for `otherRecord`. */
  readonly asked?: number | undefined;
  /** The answer does not fit the person's choice of where the list is. */
  readonly isMisfit?: boolean | undefined;
  readonly cause?: unknown;
}

/** The message holds only the kind, so it is safe to log. */
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
