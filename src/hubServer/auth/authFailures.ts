import type { Clock } from "../../shared/clock.ts";
import type { AuditLog } from "../store/store.ts";
import { timeBetween } from "../values/timeBetween.ts";

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

const quietMs = 60_000;
const maxSources = 1_000;

interface Source {
  readonly writtenAt: number;
  readonly unwritten: number;
}

/**
 * Writes refused attempts to the audit: one per minute for each reason and token, with the number
 * since the last one, so that an attacker's guesses cannot fill the disk.
 */
export class AuthFailures {
  readonly #audit: Pick<AuditLog, "append">;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #sources = new Map<string, Source>();

  constructor(deps: {
    readonly audit: Pick<AuditLog, "append">;
    readonly clock: Clock;
    readonly onError: (error: unknown) => void;
  }) {
    this.#audit = deps.audit;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
  }

  /** Never rejects: the refusal stands even if it cannot be written. */
  async note({ reason, ...who }: FailedAttempt): Promise<void> {
    const time = this.#clock.now();
    const key = `${reason} ${who.tokenId ?? who.userId ?? ""}`;
    const source = this.#sources.get(key);
    if (source && timeBetween(source.writtenAt, time) < quietMs) {
      this.#sources.set(key, { ...source, unwritten: source.unwritten + 1 });
      return;
    }
    if (this.#sources.size >= maxSources) {
      this.#sources.clear();
    }
    this.#sources.set(key, { writtenAt: time, unwritten: 0 });
    const detail = { reason, attempts: 1 + (source?.unwritten ?? 0) };
    try {
      await this.#audit.append({ kind: "auth.fail", time, ...who, detail });
    } catch (error) {
      this.#onError(error);
    }
  }
}
