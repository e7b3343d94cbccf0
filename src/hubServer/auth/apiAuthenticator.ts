import type { Clock } from "../../shared/clock.ts";
import type { Caller } from "../governance/admission.ts";
import { authenticationError } from "../http/apiError.ts";
import type { HubRequest } from "../http/message.ts";
import type { TokenRecord } from "../store/records.ts";
import type { RecordStore } from "../store/store.ts";
import type { AuthFailure, AuthFailures } from "./authFailures.ts";
import { hashToken, isHubToken, isSameHash } from "./hubToken.ts";

export interface ApiAuthenticatorDeps {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly failures: AuthFailures;
  /** Opens the API and the local routes until this process ends; its secret is stored nowhere. */
  readonly local?: { readonly token: string; readonly caller: Caller };
  /** Told when the time of a token's last use cannot be written; nobody need wait for that. */
  readonly onError: (error: unknown) => void;
}

interface KnownToken {
  readonly token: TokenRecord;
  readonly isUserActive: boolean;
}

/** A change by another process is seen after this; one of this process at once, by `forget`. */
const versionAgeMs = 1_000;
const touchMs = 60_000;
const maxKnown = 10_000;

/** Finds who calls by the token of a request. */
export class ApiAuthenticator {
  readonly #deps: ApiAuthenticatorDeps;
  readonly #localHash: string | undefined;
  readonly #known = new Map<string, KnownToken>();
  readonly #touched = new Map<string, number>();
  #version: number | undefined;
  #versionReadAt = -Infinity;
  /** Rises when what is being looked up may already be old. */
  #generation = 0;

  constructor(deps: ApiAuthenticatorDeps) {
    this.#deps = deps;
    this.#localHash = deps.local && hashToken(deps.local.token);
  }

  /** Rejects with an `ApiError` (401) that says why the token does not open the API, or a `StoreError`. */
  async authenticate(request: HubRequest): Promise<Caller> {
    const secret = tokenOf(request);
    if (secret === undefined) {
      return this.#refuse(request, "missing");
    }
    const hash = hashToken(secret);
    const { local } = this.#deps;
    if (local && this.#isLocal(hash)) {
      return local.caller;
    }
    if (!isHubToken(secret)) {
      return this.#refuse(request, "malformed");
    }
    const known = await this.#find(hash);
    const problem = known ? this.#problemOf(known) : "unknown";
    if (!known || problem) {
      return this.#refuse(request, problem ?? "unknown", known?.token);
    }
    this.#touch(known.token);
    return callerOf(known.token);
  }

  /** For the routes of this machine's own extension: rejects with an `ApiError` unless it has the local token. */
  async authenticateLocal(request: HubRequest): Promise<void> {
    const secret = tokenOf(request);
    if (secret === undefined || !this.#isLocal(hashToken(secret))) {
      await this.#refuse(request, secret === undefined ? "missing" : "unknown");
    }
  }

  /** Something was changed in this process: nothing that is remembered may be used any more. */
  forget(): void {
    this.#generation += 1;
    this.#known.clear();
    this.#version = undefined;
    this.#versionReadAt = -Infinity;
  }

  #isLocal(hash: string): boolean {
    return this.#localHash !== undefined && isSameHash(this.#localHash, hash);
  }

  async #find(hash: string): Promise<KnownToken | undefined> {
    const { records } = this.#deps;
    await this.#dropOld();
    const known = this.#known.get(hash);
    if (known) {
      return known;
    }
    const generation = this.#generation;
    const token = await records.findToken(hash);
    if (!token) {
      return undefined;
    }
    const user = token.userId === undefined ? undefined : await records.get("user", token.userId);
    const found = { token, isUserActive: token.userId === undefined || user?.isActive === true };
    if (generation === this.#generation) {
      if (this.#known.size >= maxKnown) {
        this.#known.clear();
      }
      this.#known.set(hash, found);
    }
    return found;
  }

  async #dropOld(): Promise<void> {
    const now = this.#deps.clock.now();
    if (now - this.#versionReadAt < versionAgeMs) {
      return;
    }
    const generation = this.#generation;
    const version = await this.#deps.records.version();
    if (generation !== this.#generation) {
      return;
    }
    this.#versionReadAt = now;
    if (version !== this.#version) {
      this.#generation += 1;
      this.#known.clear();
      this.#version = version;
    }
  }

  #problemOf({ token, isUserActive }: KnownToken): AuthFailure | undefined {
    if (token.revokedAt !== undefined) {
      return "revoked";
    }
    if (token.expiresAt !== undefined && token.expiresAt <= this.#deps.clock.now()) {
      return "expired";
    }
    return isUserActive ? undefined : "inactive";
  }

  #touch({ id, lastUsedAt = 0 }: TokenRecord): void {
    const { clock, records, onError } = this.#deps;
    const now = clock.now();
    if (now - Math.max(lastUsedAt, this.#touched.get(id) ?? 0) < touchMs) {
      return;
    }
    if (this.#touched.size >= maxKnown) {
      this.#touched.clear();
    }
    this.#touched.set(id, now);
    void records.touchToken(id, now).catch(onError);
  }

  async #refuse(request: HubRequest, reason: AuthFailure, token?: TokenRecord): Promise<never> {
    await this.#deps.failures.note({
      reason,
      requestId: request.id,
      ...(token && { tokenId: token.id }),
      ...(token?.userId !== undefined && { userId: token.userId }),
    });
    throw reason === "missing"
      ? authenticationError("A token is needed: Authorization: Bearer sk_hub_…", "missing_api_key")
      : authenticationError(messageOf(reason, token));
  }
}

function callerOf({ id, userId, profileId, sectorId }: TokenRecord): Caller {
  return { tokenId: id, profileId, sectorId, ...(userId !== undefined && { userId }) };
}

function messageOf(reason: AuthFailure, token?: TokenRecord): string {
  switch (reason) {
    case "revoked":
      return `This token was revoked on ${dayOf(token?.revokedAt)}. Make a new one, or ask for one.`;
    case "expired":
      return `This token expired on ${dayOf(token?.expiresAt)}. Make a new one, or ask for one.`;
    case "inactive":
      return "The user of this token is not active. Ask your administrator.";
    case "malformed":
      return "This token is not valid here: it is mistyped or not complete.";
    default:
      return "This token is not valid here: it is wrong, or belongs to another hub.";
  }
}

function dayOf(time = 0): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The token of either client format: `Authorization: Bearer`, or `x-api-key`. */
export function tokenOf(request: Pick<HubRequest, "header">): string | undefined {
  const bearer = /^bearer +(\S+) *$/iu.exec(request.header("authorization") ?? "")?.[1];
  return bearer ?? request.header("x-api-key");
}
