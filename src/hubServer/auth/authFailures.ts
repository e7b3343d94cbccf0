import type { Clock } from "../../shared/clock.ts";
import type { AuditLog } from "../store/store.ts";

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
 * Writes who was refused to the audit: of each reason and token one a minute, which says how many there were
 * since the one before. Thus nobody can fill the disk with guesses.
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

  /** Never rejects: who is refused is refused, whether or not that can be written. */
  async note({ reason, ...who }: FailedAttempt): Promise<void> {
    const time = this.#clock.now();
    const key = `${reason} ${who.tokenId ?? who.userId ?? ""}`;
    const source = this.#sources.get(key);
    if (source && time - source.writtenAt < quietMs) {
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
