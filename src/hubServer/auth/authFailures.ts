import type { Clock } from "../../shared/base/clock.ts";
import type { AuditLog } from "../store/auditLog.ts";
import { QuietCounts } from "../values/quietCounts.ts";

export type AuthFailure =
  | "missing"
  | "malformed"
  | "unknown"
  | "revoked"
  | "expired"
  | "inactive"
  | "admin_token"
  | "session"
  | "csrf"
  | "sign_in"
  | "openid";

export interface FailedAttempt {
  readonly reason: AuthFailure;
  readonly requestId: string;
  readonly tokenId?: string;
  readonly userId?: string;
}

const maxSources = 1_000;

/** Writes at most one event per minute, reason and token, so that guesses do not fill the disk. */
export class AuthFailures {
  readonly #audit: Pick<AuditLog, "append">;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #counts = new QuietCounts(maxSources);

  constructor(deps: {
    readonly audit: Pick<AuditLog, "append">;
    readonly clock: Clock;
    readonly onError: (error: unknown) => void;
  }) {
    this.#audit = deps.audit;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
  }

  async note({ reason, ...who }: FailedAttempt): Promise<void> {
    const time = this.#clock.now();
    const key = `${reason} ${who.tokenId ?? who.userId ?? ""}`;
    const attempts = this.#counts.count(key, time);
    if (attempts === undefined) {
      return;
    }
    const detail = { reason, attempts };
    try {
      await this.#audit.append({ kind: "auth.fail", time, ...who, detail });
    } catch (error) {
      this.#onError(error);
    }
  }
}
