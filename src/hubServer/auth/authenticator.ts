import { authenticationError } from "../http/apiError.ts";
import type { HubRequest } from "../http/message.ts";
import { hashToken, isSameHash } from "./hubToken.ts";
import type { TokenStore } from "./tokenStore.ts";

/** Who may call a route: anybody, a token of the API, this machine's own extension, an administrator. */
export type Access = "open" | "token" | "local" | "admin";

/** Checks the bearer token of a request; throws an `ApiError` (401) if it does not open the route. */
export class Authenticator {
  readonly #store: TokenStore;
  readonly #localHash: string | undefined;

  /** `localToken` opens the API and the local routes until this process ends; it is stored nowhere. */
  constructor(store: TokenStore, localToken: string | undefined) {
    this.#store = store;
    this.#localHash = localToken === undefined ? undefined : hashToken(localToken);
  }

  check(request: HubRequest, access: Access): void {
    if (access === "open") {
      return;
    }
    const token = tokenOf(request);
    if (token === undefined) {
      throw authenticationError(
        "A token is needed: Authorization: Bearer sk_hub_…",
        "missing_api_key",
      );
    }
    if (!this.#opens(token, access)) {
      throw authenticationError("This token is not valid here: it is wrong, or was revoked.");
    }
  }

  #opens(token: string, access: Exclude<Access, "open">): boolean {
    if (access === "admin") {
      return this.#store.isAdminToken(token);
    }
    return this.#isLocal(token) || (access === "token" && this.#store.find(token) !== undefined);
  }

  #isLocal(token: string): boolean {
    return this.#localHash !== undefined && isSameHash(this.#localHash, hashToken(token));
  }
}

function tokenOf(request: HubRequest): string | undefined {
  const bearer = /^bearer +(\S+) *$/iu.exec(request.header("authorization") ?? "")?.[1];
  return bearer ?? request.header("x-api-key");
}
