import {
  allowInsecureRequests,
  clientCredentialsGrantRequest,
  ClientSecretPost,
  customFetch,
  processClientCredentialsResponse,
} from "oauth4webapi";

import { parseJson } from "../../shared/base/json.ts";
import { orAborted, within } from "../../shared/base/waiting.ts";
import { sellerCalls } from "../contract/calls.ts";
import { readTokenFacts } from "../contract/responses.ts";
import { AccessToken, storedToken, tokenFromStored } from "./accessToken.ts";
import type { ExchangeDeps, HttpAnswer } from "./exchange.ts";
import type { PortalExchange } from "./portalExchange.ts";
import { SellerError } from "./sellerError.ts";
import { tokenResponse } from "./tokenAnswer.ts";
import { observedTokenCall, secretsOf } from "./tokenExchange.ts";
import { tokenFailure } from "./tokenFailure.ts";
import { TokenPauses, type TokenPausesDeps } from "./tokenPauses.ts";

export interface PortalCredentials {
  /** The address has no final slash and is `https`, or `http` on this machine (`parseBaseUrl`). */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Windows share tokens here. A failing store only costs one more token request. */
export interface TokenCache {
  load(key: string): Promise<string | undefined>;
  save(key: string, value: string): Promise<void>;
}

export interface PortalTokensDeps extends ExchangeDeps, TokenPausesDeps {
  readonly cache?: TokenCache;
}

interface TokenRequest {
  readonly token: Promise<AccessToken>;
  /** Aborted when no caller waits any more: ends a pause, not a call under way. */
  readonly unwanted: AbortController;
  waiting: number;
}

/** A locked keyring may never answer. */
const maxStoreMs = 5_000;

/**
 * OAuth 2.0 client credentials (RFC 6749 §4.4). Concurrent calls share one token request. A token is renewed a minute,
 * or a tenth of its lifetime, before it expires.
 */
export class PortalTokens {
  readonly #deps: PortalTokensDeps;
  readonly #tokens = new Map<string, AccessToken>();
  readonly #requests = new Map<string, TokenRequest>();
  readonly #pauses: TokenPauses;
  readonly #exchanges = new Map<string, PortalExchange>();

  constructor(deps: PortalTokensDeps) {
    this.#deps = deps;
    this.#pauses = new TokenPauses(deps);
  }

  /**
   * `refused` is a token that the portal no longer accepts. Aborting ends only this caller's wait. An unreadable answer
   * is retried once.
   */
  async get(
    credentials: PortalCredentials,
    { signal, refused }: { readonly signal: AbortSignal; readonly refused?: AccessToken },
  ): Promise<AccessToken> {
    const key = keyOf(credentials);
    const known = this.#tokens.get(key);
    if (known && known === refused) {
      this.#tokens.delete(key);
    } else if (known?.isFresh(this.#deps.clock.now())) {
      return known;
    }
    const shared = this.#requests.get(key);
    const isWanted = shared?.unwanted.signal.aborted === false;
    const request = isWanted ? shared : this.#begin(key, credentials, refused);
    request.waiting += 1;
    return await orAborted(request.token, signal)
      .catch((error: unknown) => {
        throw signal.aborted ? new SellerError("cancelled") : error;
      })
      .finally(() => {
        request.waiting -= 1;
        if (request.waiting === 0) {
          request.unwanted.abort();
        }
      });
  }

  forget(client: Pick<PortalCredentials, "baseUrl" | "clientId">): void {
    const key = keyOf(client);
    this.#tokens.delete(key);
    this.#pauses.forget(key);
    void this.#deps.cache?.save(key, "").catch(() => undefined);
  }

  exchangeOf(client: Pick<PortalCredentials, "baseUrl" | "clientId">): PortalExchange | undefined {
    return this.#exchanges.get(keyOf(client));
  }

  #begin(
    key: string,
    credentials: PortalCredentials,
    refused: AccessToken | undefined,
  ): TokenRequest {
    const unwanted = new AbortController();
    const token = this.#renew(credentials, refused, unwanted.signal);
    const request = { token, unwanted, waiting: 0 };
    this.#requests.set(key, request);
    const ended = (): void => {
      if (this.#requests.get(key) === request) {
        this.#requests.delete(key);
      }
    };
    void token.then(ended, ended);
    return request;
  }

  async #renew(
    credentials: PortalCredentials,
    refused: AccessToken | undefined,
    signal: AbortSignal,
  ): Promise<AccessToken> {
    const key = keyOf(credentials);
    const { clock, cache } = this.#deps;
    const shared = await this.#load(key);
    if (shared?.isFresh(clock.now()) === true && shared.reveal() !== refused?.reveal()) {
      this.#tokens.set(key, shared);
      return shared;
    }
    const known = this.#tokens.get(key);
    try {
      const token = await this.#requestPaced(credentials, {
        signal,
        canWait: known?.isUsable(clock.now()) !== true,
      });
      this.#tokens.set(key, token);
      // Not awaited: a slow or failing store must not delay the call.
      void cache?.save(key, storedToken(token)).catch(() => undefined);
      return token;
    } catch (error) {
      const isTransient = error instanceof SellerError && error.kind !== "credentials";
      if (isTransient && known?.isUsable(clock.now()) === true) {
        return known;
      }
      throw error;
    }
  }

  async #requestPaced(
    credentials: PortalCredentials,
    options: { readonly signal: AbortSignal; readonly canWait: boolean },
  ): Promise<AccessToken> {
    const key = keyOf(credentials);
    for (let isAgain = false; ; isAgain = true) {
      await this.#pauses.over(key, options);
      try {
        return await this.#request(credentials);
      } catch (error) {
        const { kind, details } = error instanceof SellerError ? error : {};
        const pauseMs = details?.retryAfterMs;
        if (pauseMs !== undefined) {
          this.#pauses.begin(key, pauseMs);
        }
        const mayPass = pauseMs !== undefined || kind === "unreadable" || kind === "notThePortal";
        if (isAgain || !mayPass) {
          throw error;
        }
      }
    }
  }

  /** Loads the shared token; if the store fails, this window requests its own. */
  async #load(key: string): Promise<AccessToken | undefined> {
    const { cache, clock } = this.#deps;
    if (!cache) {
      return undefined;
    }
    const stored = await within(
      clock,
      maxStoreMs,
      cache.load(key).catch(() => undefined),
    );
    return stored === undefined ? undefined : tokenFromStored(parseJson(stored));
  }

  async #request(credentials: PortalCredentials): Promise<AccessToken> {
    const { baseUrl, clientId, clientSecret } = credentials;
    const secrets = secretsOf(clientId, clientSecret);
    let exchange: PortalExchange | undefined;
    const keep = (seen: PortalExchange): void => {
      exchange = seen;
      this.#exchanges.set(keyOf(credentials), seen);
    };
    const server = { issuer: baseUrl, token_endpoint: baseUrl + sellerCalls.getToken.path };
    const client = { client_id: clientId };
    let answer: HttpAnswer | undefined;
    const receivedAt = this.#deps.clock.now();
    try {
      const response = await clientCredentialsGrantRequest(
        server,
        client,
        ClientSecretPost(clientSecret),
        {},
        {
          [allowInsecureRequests]: baseUrl.startsWith("http:"),
          [customFetch]: async (url, { body, headers }) => {
            const request = {
              url,
              method: "POST",
              headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
              body: String(body),
            };
            answer = await observedTokenCall(this.#deps, request, { secrets, keep });
            return tokenResponse(answer);
          },
        },
      );
      const token = await processClientCredentialsResponse(server, client, response);
      // A header cannot carry other characters, and the platform's own error would quote the token.
      if (!/^[\u0021-\u007E]+$/u.test(token.access_token)) {
        throw new SellerError("unreadable", { isOfToken: true });
      }
      return new AccessToken(token.access_token, readTokenFacts(token), receivedAt);
    } catch (error) {
      const failure = tokenFailure(error, { answer, secrets, now: this.#deps.clock.now() });
      if (exchange) {
        keep({ ...exchange, failure: failure.kind });
      }
      throw failure;
    }
  }
}

function keyOf({ baseUrl, clientId }: Pick<PortalCredentials, "baseUrl" | "clientId">): string {
  return JSON.stringify([baseUrl, clientId]);
}
