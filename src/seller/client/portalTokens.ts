import {
  allowInsecureRequests,
  clientCredentialsGrantRequest,
  ClientSecretPost,
  customFetch,
  processClientCredentialsResponse,
  ResponseBodyError,
} from "oauth4webapi";

import { isRecord, parseJson } from "../../shared/json.ts";
import { orAborted } from "../../shared/waiting.ts";
import { sellerCalls } from "../contract/calls.ts";
import { refusesOutright } from "../contract/outright.ts";
import { parsedAnswer, readTokenFacts } from "../contract/responses.ts";
import { AccessToken, storedToken, tokenFromStored } from "./accessToken.ts";
import type { ExchangeDeps, HttpAnswer } from "./exchange.ts";
import type { PortalExchange } from "./portalExchange.ts";
import { isHtml, portalFailure } from "./portalFailure.ts";
import { SellerError, type SellerErrorDetails } from "./sellerError.ts";
import { tokenResponse } from "./tokenAnswer.ts";
import { observedTokenCall, secretsOf } from "./tokenExchange.ts";
import { shownTokenAnswer } from "./tokenMask.ts";

export interface PortalCredentials {
  /** Without a slash at its end; `https`, or `http` on this machine (`parseBaseUrl`). */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where windows share tokens. A store that fails only costs one more token request. */
export interface TokenCache {
  load(key: string): Promise<string | undefined>;
  save(key: string, value: string): Promise<void>;
}

export interface PortalTokensDeps extends ExchangeDeps {
  readonly cache?: TokenCache;
}

const refusedClient = /^(?:invalid|unauthorized)_client$/u;

/** A locked keyring may never answer. */
const maxStoreMs = 5_000;

/**
 * OAuth 2.0 client credentials (RFC 6749 §4.4). There is one token per base address and client.
 * Calls that wait for it share one token request. It is renewed a minute, or a tenth of its life,
 * before it expires.
 */
export class PortalTokens {
  readonly #deps: PortalTokensDeps;
  readonly #tokens = new Map<string, AccessToken>();
  readonly #requests = new Map<string, Promise<AccessToken>>();
  /** The last token call for each address and client. */
  readonly #exchanges = new Map<string, PortalExchange>();

  constructor(deps: PortalTokensDeps) {
    this.#deps = deps;
  }

  /**
   * A token that is valid now. `refused` is a token that the portal no longer accepts. Aborting
   * ends only this wait: other callers may share the token request.
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
    let request = this.#requests.get(key);
    if (!request) {
      request = this.#renew(key, credentials, refused).finally(() => this.#requests.delete(key));
      this.#requests.set(key, request);
    }
    return await orAborted(request, signal).catch((error: unknown) => {
      throw signal.aborted ? new SellerError("cancelled") : error;
    });
  }

  /** Forgets the token of changed or cleared credentials, in this window and in the others. */
  forget(client: Pick<PortalCredentials, "baseUrl" | "clientId">): void {
    const key = keyOf(client);
    this.#tokens.delete(key);
    void this.#deps.cache?.save(key, "").catch(() => undefined);
  }

  /** The last token call that was made here, without its secrets; undefined if there was none. */
  exchangeOf(client: Pick<PortalCredentials, "baseUrl" | "clientId">): PortalExchange | undefined {
    return this.#exchanges.get(keyOf(client));
  }

  async #renew(
    key: string,
    credentials: PortalCredentials,
    refused: AccessToken | undefined,
  ): Promise<AccessToken> {
    const { clock, cache } = this.#deps;
    const shared = await this.#load(key);
    if (shared?.isFresh(clock.now()) === true && shared.reveal() !== refused?.reveal()) {
      this.#tokens.set(key, shared);
      return shared;
    }
    const known = this.#tokens.get(key);
    try {
      const token = await this.#request(credentials);
      this.#tokens.set(key, token);
      // Not awaited: a store that fails or never answers must not delay the call.
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

  /** If the store fails or does not answer, this window requests a token of its own. */
  async #load(key: string): Promise<AccessToken | undefined> {
    const { cache, clock } = this.#deps;
    if (!cache) {
      return undefined;
    }
    let cancelTimer: (() => void) | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      cancelTimer = clock.startTimer(() => resolve(undefined), maxStoreMs);
    });
    const stored = await Promise.race([cache.load(key).catch(() => undefined), tooLate]);
    cancelTimer?.();
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
        throw new SellerError("unreadable");
      }
      return new AccessToken(token.access_token, readTokenFacts(token), receivedAt);
    } catch (error) {
      const failure = this.#tokenFailure(error, answer, secrets);
      if (exchange) {
        keep({ ...exchange, failure: failure.kind });
      }
      throw failure;
    }
  }

  /** Without a cause: the library's errors contain the body, and the body contains a token. */
  #tokenFailure(
    error: unknown,
    answer: HttpAnswer | undefined,
    secrets: readonly string[],
  ): SellerError {
    if (error instanceof SellerError) {
      return error;
    }
    if (!answer) {
      return new SellerError("address");
    }
    // Also a refusal may have a token in it, which is known to nobody yet.
    const shown = withoutSecrets(answer, secrets);
    const { kind, details } = portalFailure(shown, this.#deps.clock.now(), secrets);
    if (answer.status < 300) {
      return successWithoutToken(shown, details);
    }
    const isRefusal =
      kind === "unauthorized" ||
      (error instanceof ResponseBodyError && refusedClient.test(error.error));
    if (isRefusal) {
      return new SellerError("credentials", details);
    }
    return isHtml(shown)
      ? new SellerError("notThePortal", { ...details, detail: undefined })
      : new SellerError(kind, details);
  }
}

function withoutSecrets(
  { status, headers, bytes, text }: HttpAnswer,
  secrets: readonly string[],
): HttpAnswer {
  return { status, headers, bytes, text: shownTokenAnswer(text, secrets).text };
}

/** A complaint is quoted; of any other answer nothing is, because it may have a token. */
function successWithoutToken(answer: HttpAnswer, details: SellerErrorDetails): SellerError {
  const { status, requestId, detail, said } = details;
  if (isHtml(answer)) {
    return new SellerError("notThePortal", { status, requestId });
  }
  const body = parsedAnswer(answer.text);
  if (!refusesOutright(body, "write")) {
    return new SellerError("unreadable", { status });
  }
  const code = isRecord(body) ? body["error"] : undefined;
  const isRefusal = typeof code === "string" && refusedClient.test(code);
  return new SellerError(isRefusal ? "credentials" : "rejected", {
    status,
    requestId,
    detail,
    said,
  });
}

function keyOf({ baseUrl, clientId }: Pick<PortalCredentials, "baseUrl" | "clientId">): string {
  return JSON.stringify([baseUrl, clientId]);
}
