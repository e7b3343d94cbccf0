import type * as OpenIdLibrary from "openid-client";

import type { OpenIdConfig } from "../../config/openIdConfig.ts";
import { isLoopbackHost } from "../../http/originGuard.ts";
import { adminBase } from "../base/adminApp.ts";

export interface OpenIdFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OpenIdIdentity {
  /** `issuer subject`; never reused. */
  readonly subject: string;
  readonly name: string | undefined;
  /** Only if reported as verified. */
  readonly email: string | undefined;
  readonly isMember: boolean;
  readonly refreshToken: string | undefined;
}

/** `refused`: the provider locked the person out, or the person left the groups. */
export type OpenIdRenewal =
  | { readonly kind: "refused" }
  | { readonly kind: "renewed"; readonly refreshToken: string };

const timeoutSeconds = 10;
/** The accepted difference between the provider's clock and the hub's. */
const clockToleranceSeconds = 10 * 60;

/** Code flow with PKCE, state, nonce (OpenID Connect Core 1.0 §3.1, RFC 7636). */
export class OpenIdClient {
  readonly #config: OpenIdConfig;
  #discovered: Promise<OpenIdLibrary.Configuration> | undefined;

  constructor(config: OpenIdConfig) {
    this.#config = config;
  }

  async begin(): Promise<{ readonly url: URL; readonly flow: OpenIdFlow }> {
    const client = await loadClient();
    const configuration = await this.#discover();
    const flow = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callback().href,
      scope: scopeFor(configuration.serverMetadata()),
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256",
    });
    return { url, flow };
  }

  async finish(query: URLSearchParams, flow: OpenIdFlow): Promise<OpenIdIdentity> {
    const client = await loadClient();
    const callback = this.#callback();
    callback.search = query.toString();
    const tokens = await client.authorizationCodeGrant(await this.#discover(), callback, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) {
      throw new Error("The organisation's sign-in gave no ID token.");
    }
    const { iss, sub, name, email, email_verified: isVerified } = claims;
    return {
      subject: `${iss} ${sub}`,
      isMember: this.#isMember(claims),
      refreshToken: tokens.refresh_token,
      name: typeof name === "string" ? name : undefined,
      email: typeof email === "string" && isVerified === true ? email : undefined,
    };
  }

  /** Rejects if the provider does not answer as it should. */
  async renew(refreshToken: string, subject: string): Promise<OpenIdRenewal> {
    const client = await loadClient();
    const configuration = await this.#discover();
    try {
      const tokens = await client.refreshTokenGrant(configuration, refreshToken);
      const sub = subject.slice(subject.indexOf(" ") + 1);
      const isMember =
        this.#config.groups === undefined ||
        this.#isMember(
          tokens.claims() ?? (await client.fetchUserInfo(configuration, tokens.access_token, sub)),
        );
      const next = tokens.refresh_token ?? refreshToken;
      return isMember ? { kind: "renewed", refreshToken: next } : { kind: "refused" };
    } catch (error) {
      if (error instanceof client.ResponseBodyError && error.error === "invalid_grant") {
        return { kind: "refused" };
      }
      throw error;
    }
  }

  #isMember(claims: Readonly<Record<string, unknown>>): boolean {
    const { groups, groupsClaim = "groups" } = this.#config;
    const own = [claims[groupsClaim]].flat();
    return groups === undefined || groups.some((group) => own.includes(group));
  }

  async #discover(): Promise<OpenIdLibrary.Configuration> {
    this.#discovered ??= this.#readMetadata();
    try {
      return await this.#discovered;
    } catch (error) {
      this.#discovered = undefined;
      throw error;
    }
  }

  async #readMetadata(): Promise<OpenIdLibrary.Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    const client = await loadClient();
    const server = new URL(issuer);
    const isLocal = server.protocol === "http:" && isLoopbackHost(server.hostname);
    return client.discovery(
      server,
      clientId,
      {
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        [client.clockTolerance]: clockToleranceSeconds,
      },
      clientSecret === undefined ? client.None() : secretAuth(client, clientSecret),
      {
        timeout: timeoutSeconds,
        // The token comes from its issuer, but its signature is checked too. Plain http is for tests.
        execute: [
          client.enableNonRepudiationChecks,
          ...(isLocal ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  }

  #callback(): URL {
    return new URL(`${adminBase}/openid/callback`, this.#config.publicUrl);
  }
}

/**
 * The scope of a sign-in; some providers give a refresh token only for `offline_access` (OpenID Connect Core 1.0
 * §11).
 */
function scopeFor({ scopes_supported: scopes }: OpenIdLibrary.ServerMetadata): string {
  const isOffline = scopes?.includes("offline_access") === true;
  return `openid profile email${isOffline ? " offline_access" : ""}`;
}

/** How the secret is sent; by default in the header (OpenID Connect Core 1.0 §9). */
function secretAuth(client: typeof OpenIdLibrary, secret: string): OpenIdLibrary.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
}

function loadClient(): Promise<typeof OpenIdLibrary> {
  return import("openid-client");
}
