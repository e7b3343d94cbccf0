import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { dirname } from "node:path";

import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import {
  type OAuthClientInformationMixed,
  OAuthClientInformationSchema,
  type OAuthTokens,
  OAuthTokensSchema,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import * as z from "zod/mini";

import { isProtected } from "../../agent/mcpClient/serverConfig.ts";
import { parseJson } from "../../shared/base/json.ts";
import { orAborted } from "../../shared/base/waiting.ts";
import { withFileLock } from "../files/fileLock.ts";
import { challengeOf, type McpChallenge } from "./mcpChallenge.ts";

export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
}

export interface McpOauthDeps {
  /** The server's address; tokens are sent to its origin only. */
  readonly url: URL;
  readonly secrets: SecretStore;
  /** All windows share it: only one of them requests a new token at a time. */
  readonly lockFile: string;
  readonly fetch: FetchLike;
  readonly refusal: { challenge?: McpChallenge };
}

interface Kept {
  readonly tokens?: OAuthTokens;
  readonly client?: OAuthClientInformationMixed;
}

type Provider = OAuthClientProvider & { readonly kept: () => Kept };

const signInMs = 300_000;
const keptSchema = z.object({ tokens: z.optional(z.unknown()), client: z.optional(z.unknown()) });

export class McpOauth {
  readonly #deps: McpOauthDeps;

  constructor(deps: McpOauthDeps) {
    this.#deps = deps;
  }

  /** A server that refuses a token did not execute the request: it is sent again with a new token. */
  readonly fetch: FetchLike = async (address, init = {}) => {
    const { fetch, url } = this.#deps;
    if (new URL(address).origin !== url.origin) {
      return await fetch(address, init);
    }
    const token = (await this.#read()).tokens?.access_token;
    const response = await fetch(address, withToken(init, token));
    if (response.status === 401 || response.status === 403) {
      this.#deps.refusal.challenge = challengeOf(response);
    }
    if (response.status !== 401 || token === undefined) {
      return response;
    }
    await response.body?.cancel();
    const renewed = await this.#renew(token);
    return renewed === undefined
      ? new Response(null, { status: 401 })
      : await fetch(address, withToken(init, renewed));
  };

  /** Throws on failure and after five minutes. */
  async signIn(openBrowser: (url: URL) => Promise<void>, signal: AbortSignal): Promise<void> {
    const state = randomBytes(24).toString("base64url");
    const answer = await listenForAnswer(state);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(signInMs)]);
    try {
      let issuer: string | undefined;
      const provider = this.#provider({}, answer.url, {
        state: () => state,
        redirectToAuthorization: async (url) => {
          if (!isProtected(url.href)) {
            throw new Error("The authorization server is not protected by TLS.");
          }
          await openBrowser(url);
        },
        saveDiscoveryState: ({ authorizationServerUrl, authorizationServerMetadata }) => {
          issuer = authorizationServerMetadata?.issuer ?? authorizationServerUrl;
          checkIssuer(issuer, authorizationServerUrl);
        },
      });
      const options = this.#authOptions();
      await auth(provider, options);
      const { code, iss } = await orAborted(answer.received, limit);
      if (iss !== undefined && issuer !== undefined) {
        checkIssuer(iss, issuer);
      }
      await auth(provider, { ...options, authorizationCode: code });
      await this.#write(provider.kept());
    } finally {
      answer.close();
    }
  }

  /** A token from another window, or a renewed one; undefined if the person must sign in. */
  async #renew(used: string): Promise<string | undefined> {
    const { lockFile } = this.#deps;
    await mkdir(dirname(lockFile), { recursive: true, mode: 0o700 });
    return await withFileLock(lockFile, async () => {
      const before = await this.#read();
      if (before.tokens?.access_token !== used) {
        return before.tokens?.access_token;
      }
      if (before.tokens.refresh_token === undefined) {
        return undefined;
      }
      let needsPerson = false;
      const provider = this.#provider(before, "http://127.0.0.1/callback", {
        redirectToAuthorization: () => {
          needsPerson = true;
        },
        saveDiscoveryState: ({ authorizationServerUrl, authorizationServerMetadata }) =>
          checkIssuer(
            authorizationServerMetadata?.issuer ?? authorizationServerUrl,
            authorizationServerUrl,
          ),
      });
      // The person must sign in; the run does not need the reason.
      await auth(provider, this.#authOptions()).catch(() => "REDIRECT");
      await this.#write(provider.kept());
      const now = provider.kept().tokens?.access_token;
      return needsPerson || now === used ? undefined : now;
    });
  }

  #authOptions() {
    const { url: serverUrl, fetch: fetchFn, refusal } = this.#deps;
    return { serverUrl, fetchFn, ...refusal.challenge };
  }

  #provider(
    before: Kept,
    redirectUrl: string,
    more: Pick<OAuthClientProvider, "redirectToAuthorization" | "saveDiscoveryState" | "state">,
  ): Provider {
    let kept = before;
    let verifier = "";
    return {
      redirectUrl,
      clientMetadata: {
        client_name: "AI Hub",
        redirect_uris: [redirectUrl],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
      kept: () => kept,
      clientInformation: () => kept.client,
      saveClientInformation: (client) => {
        kept = { ...kept, client };
      },
      tokens: () => kept.tokens,
      saveTokens: (tokens) => {
        kept = { ...kept, tokens };
      },
      codeVerifier: () => verifier,
      saveCodeVerifier: (value) => {
        verifier = value;
      },
      invalidateCredentials: (scope) => {
        const { client } = kept;
        kept = scope === "tokens" && client ? { client } : {};
      },
      ...more,
    };
  }

  async #read(): Promise<Kept> {
    const text = await this.#deps.secrets.get(this.#key());
    const parsed = keptSchema.safeParse(text === undefined ? undefined : parseJson(text)).data;
    const tokens = OAuthTokensSchema.safeParse(parsed?.tokens).data;
    const client = OAuthClientInformationSchema.safeParse(parsed?.client).data;
    return { ...(tokens && { tokens }), ...(client && { client }) };
  }

  async #write(kept: Kept): Promise<void> {
    await this.#deps.secrets.store(this.#key(), JSON.stringify(kept));
  }

  #key(): string {
    return oauthKey(this.#deps.url);
  }
}

/** The key under which a server's tokens are stored. */
export function oauthKey({ href }: URL): string {
  return `aiHub.mcp.oauth.${href}`;
}

function withToken(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new Headers(init.headers);
  if (token !== undefined) {
    headers.set("Authorization", `Bearer ${token}`);
  }
  return { ...init, headers };
}

/** The issuer must be the expected authorization server (RFC 8414 §3.3, RFC 9207). */
function checkIssuer(said: string, expected: string): void {
  if (said.replace(/\/$/u, "") !== expected.replace(/\/$/u, "")) {
    throw new Error("The authorization server says that it is another one.");
  }
}

interface SignInAnswer {
  readonly url: string;
  readonly received: Promise<{ readonly code: string; readonly iss: string | undefined }>;
  readonly close: () => void;
}

async function listenForAnswer(state: string): Promise<SignInAnswer> {
  const server: Server = createServer();
  const received = new Promise<{ readonly code: string; readonly iss: string | undefined }>(
    (resolve, reject) => {
      server.on("request", (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
        const code = searchParams.get("code");
        if (pathname !== "/callback" || searchParams.get("state") !== state) {
          response.writeHead(404).end();
          return;
        }
        response.writeHead(200, { "Content-Type": "text/plain" }).end("You can close this page.");
        if (code === null) {
          reject(new Error("The sign-in was refused."));
        } else {
          resolve({ code, iss: searchParams.get("iss") ?? undefined });
        }
      });
    },
  );
  // Nobody may wait for it any more.
  received.catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
