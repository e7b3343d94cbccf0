import { dayOf } from "../../shared/base/calendar.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { authenticationError } from "../http/apiError.ts";
import type { HubRequest } from "../http/message.ts";
import { readSettings } from "../store/builtInRecords.ts";
import type { TokenRecord } from "../store/records.ts";
import type { RecordStore } from "../store/store.ts";
import { tokenPlace } from "../store/tokenPlace.ts";
import { timeBetween } from "../values/timeBetween.ts";
import type { AuthFailure, AuthFailures } from "./authFailures.ts";
import type { Caller } from "./caller.ts";
import { hashToken, isHubToken, isSameHash } from "./hubToken.ts";
import { mayWork } from "./mayWork.ts";

export interface ApiAuthenticatorDeps {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly failures: AuthFailures;
  /** Access for the extension on this machine until this process ends; its secret is never stored. */
  readonly local?: LocalAccess;
  readonly onError: (error: unknown) => void;
}

export interface LocalAccess {
  readonly token: string;
  readonly tokenId: string;
}

interface KnownToken {
  readonly token: TokenRecord;
  readonly caller: Caller;
  readonly isUserActive: boolean;
  readonly timeZone: string;
}

const versionAgeMs = 1_000;
const touchMs = 60_000;
const maxKnown = 10_000;

export class ApiAuthenticator {
  readonly #deps: ApiAuthenticatorDeps;
  readonly #localHash: string | undefined;
  readonly #known = new Map<string, KnownToken>();
  readonly #touched = new Map<string, number>();
  #version: number | undefined;
  #versionReadAt = -Infinity;
  #generation = 0;

  constructor(deps: ApiAuthenticatorDeps) {
    this.#deps = deps;
    this.#localHash = deps.local && hashToken(deps.local.token);
  }

  async authenticate(request: HubRequest): Promise<Caller> {
    const secret = tokenOf(request);
    if (secret === undefined) {
      return this.#refuse(request, "missing");
    }
    const hash = hashToken(secret);
    // A known token need not be checked for its form.
    if (!this.#known.has(hash) && !this.#isLocal(hash) && !isHubToken(secret)) {
      return this.#refuse(request, "malformed");
    }
    const known = await this.#find(hash);
    const problem = known ? this.#problemOf(known) : "unknown";
    if (!known || problem) {
      return this.#refuse(request, problem ?? "unknown", known);
    }
    this.#touch(known.token);
    return known.caller;
  }

  async authenticateLocal(request: HubRequest): Promise<void> {
    const secret = tokenOf(request);
    if (secret === undefined || !this.#isLocal(hashToken(secret))) {
      await this.#refuse(request, secret === undefined ? "missing" : "unknown");
    }
  }

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
    const token = await this.#read(hash);
    if (!token) {
      return undefined;
    }
    const { id, userId } = token;
    const user = userId === undefined ? undefined : await records.get("user", userId);
    const settings = await readSettings({ records });
    const place = tokenPlace(token, user, settings);
    const found = {
      token,
      caller: { tokenId: id, ...place, ...(userId !== undefined && { userId }) },
      isUserActive: userId === undefined || mayWork(user),
      timeZone: settings.timeZone,
    };
    if (generation === this.#generation) {
      if (this.#known.size >= maxKnown) {
        this.#known.clear();
      }
      this.#known.set(hash, found);
    }
    return found;
  }

  #read(hash: string): Promise<TokenRecord | undefined> {
    const { local, records } = this.#deps;
    return local && this.#isLocal(hash)
      ? records.get("token", local.tokenId)
      : records.findToken(hash);
  }

  async #dropOld(): Promise<void> {
    const now = this.#deps.clock.now();
    if (timeBetween(this.#versionReadAt, now) < versionAgeMs) {
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
    if (timeBetween(this.#touched.get(id) ?? lastUsedAt, now) < touchMs) {
      return;
    }
    if (this.#touched.size >= maxKnown) {
      this.#touched.clear();
    }
    this.#touched.set(id, now);
    void records.touchToken(id, now).catch(onError);
  }

  async #refuse(request: HubRequest, reason: AuthFailure, known?: KnownToken): Promise<never> {
    const token = known?.token;
    await this.#deps.failures.note({
      reason,
      requestId: request.id,
      ...(token && { tokenId: token.id }),
      ...(token?.userId !== undefined && { userId: token.userId }),
    });
    throw reason === "missing"
      ? authenticationError("A token is needed: Authorization: Bearer sk_hub_…", "missing_api_key")
      : authenticationError(messageOf(reason, known));
  }
}

function messageOf(reason: AuthFailure, known?: KnownToken): string {
  if (known?.token.device && (reason === "revoked" || reason === "expired")) {
    return "The sign-in of this device has ended. Sign in again.";
  }
  const day = (time = 0): string => dayOf(time, known?.timeZone ?? "UTC");
  switch (reason) {
    case "revoked":
      return `This token was revoked on ${day(known?.token.revokedAt)}. Make a new one, or ask for one.`;
    case "expired":
      return `This token expired on ${day(known?.token.expiresAt)}. Make a new one, or ask for one.`;
    case "inactive":
      return "The user of this token is not active. Ask your administrator.";
    case "malformed":
      return "This token is not valid here: it is mistyped or not complete.";
    default:
      return "This token is not valid here: it is wrong, or belongs to another hub.";
  }
}

/** Throws an `ApiError` (401) if the headers differ: a proxy could check the other token. */
export function tokenOf(request: Pick<HubRequest, "header">): string | undefined {
  const authorization = request.header("authorization")?.trim() ?? "";
  const key = request.header("x-api-key");
  const bearer = /^bearer +(\S+)$/iu.exec(authorization)?.[1];
  const isEmpty = authorization === "" || /^bearer$/iu.test(authorization);
  if (key !== undefined && !isEmpty && key !== bearer) {
    throw authenticationError(
      "Authorization and x-api-key have different tokens. Send one of them.",
      "different_tokens",
    );
  }
  return bearer ?? key;
}
