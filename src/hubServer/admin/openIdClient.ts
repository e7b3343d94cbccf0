import type * as OpenIdLibrary from "openid-client";

import type { OpenIdConfig } from "../config/hubConfig.ts";
import { isLoopbackHost } from "../http/originGuard.ts";
import { adminBase } from "./adminApp.ts";

/** What must come back unchanged; it waits in a cookie of the browser that began. */
export interface OpenIdFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Whom the organisation's sign-in has named. */
export interface OpenIdIdentity {
  /** `issuer subject`, which nobody else ever gets. */
  readonly subject: string;
  readonly name: string | undefined;
  /** Only if the organisation says that it is verified. */
  readonly email: string | undefined;
}

const timeoutSeconds = 10;

/** The authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0 §3.1, RFC 7636). */
export class OpenIdClient {
  readonly #config: OpenIdConfig;
  #discovered: Promise<OpenIdLibrary.Configuration> | undefined;

  constructor(config: OpenIdConfig) {
    this.#config = config;
  }

  /** Where to send the browser. Rejects if the organisation's server cannot be had. */
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
      scope: "openid profile email",
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256",
    });
    return { url, flow };
  }

  /** Exchanges what the browser came back with. Rejects if anything about it is not as it should be. */
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
      name: typeof name === "string" ? name : undefined,
      email: typeof email === "string" && isVerified === true ? email : undefined,
    };
  }

  /** Once for all who sign in; again after a failure. */
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
      clientSecret,
      clientSecret === undefined ? client.None() : secretAuth(client, clientSecret),
      {
        timeout: timeoutSeconds,
        // The signature is checked though the token came straight from its issuer; plain http is for a test on
        // this machine only.
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

/** In the header, as is the default (OpenID Connect Core 1.0 §9), unless the server names only the body. */
function secretAuth(client: typeof OpenIdLibrary, secret: string): OpenIdLibrary.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
}

/** Only who signs in this way waits for it to be loaded. */
function loadClient(): Promise<typeof OpenIdLibrary> {
  return import("openid-client");
}
