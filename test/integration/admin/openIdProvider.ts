import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Claims = Record<string, unknown>;

/** What a test makes wrong with the provider's answer. */
export interface Faults {
  readonly claims?: Claims;
  /** Signs with a key that is not published. */
  readonly hasForeignKey?: boolean;
  readonly tokenStatus?: number;
  /** Takes the client's secret in the body, and only there. */
  readonly wantsSecretInBody?: boolean;
  /** Gives no refresh token. */
  readonly hasNoRefresh?: boolean;
  /** The person is locked out: a refresh token is refused. */
  readonly refuses?: boolean;
  /** The person's groups are only in the answer of the userinfo endpoint. */
  readonly hasUserInfoOnly?: boolean;
  /** How far this provider's clock is ahead. */
  readonly aheadSeconds?: number;
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly nonce: string;
}

const newKey = (): ReturnType<typeof generateKeyPairSync> =>
  generateKeyPairSync("rsa", { modulusLength: 2_048 });

/** A small OpenID Connect provider: discovery, authorization code with PKCE, signed ID tokens. */
export class OpenIdProvider {
  static readonly clientId = "ai-hub";
  static readonly clientSecret = "secret of the hub";
  person: Claims = {};
  faults: Faults = {};
  readonly requests: string[] = [];
  readonly #key = newKey();
  readonly #foreignKey = newKey();
  readonly #grants = new Map<string, Grant>();
  /** The valid refresh tokens: each works once. */
  readonly #refresh = new Set<string>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  get issuer(): string {
    // A server that listens on a port has an address of this kind.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.issuer);
    this.requests.push(url.pathname);
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return json(response, 200, this.#metadata());
      case "/jwks":
        return json(response, 200, { keys: [this.#publicKey()] });
      case "/authorize":
        return this.#authorize(url.searchParams, response);
      case "/token":
        return json(response, ...this.#exchange(request, await bodyOf(request)));
      case "/userinfo":
        return json(response, 200, this.person);
      default:
        return json(response, 404, {});
    }
  }

  #metadata(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      scopes_supported: ["openid", "profile", "email", "offline_access"],
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
      ...(this.faults.wantsSecretInBody === true && {
        token_endpoint_auth_methods_supported: ["client_secret_post"],
      }),
    };
  }

  #publicKey(): object {
    return { ...this.#key.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" };
  }

  /** Everybody who comes here is the person of the test, and has agreed. */
  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    const redirectUri = query.get("redirect_uri") ?? "";
    this.#grants.set(code, {
      challenge: query.get("code_challenge") ?? "",
      redirectUri,
      nonce: query.get("nonce") ?? "",
    });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  #exchange(request: IncomingMessage, body: URLSearchParams): [number, object] {
    const { tokenStatus } = this.faults;
    const code = body.get("code") ?? "";
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const verifier = body.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (tokenStatus !== undefined) {
      return [tokenStatus, { error: "server_error" }];
    }
    if (body.get("grant_type") === "refresh_token") {
      return this.#renew(request, body);
    }
    if (
      !grant ||
      grant.challenge !== challenge ||
      grant.redirectUri !== body.get("redirect_uri") ||
      !this.#knowsSecret(request, body)
    ) {
      return [400, { error: "invalid_grant" }];
    }
    return [200, this.#tokens({ nonce: grant.nonce })];
  }

  #renew(request: IncomingMessage, body: URLSearchParams): [number, object] {
    const isValid = this.#refresh.delete(body.get("refresh_token") ?? "");
    if (!isValid || this.faults.refuses === true || !this.#knowsSecret(request, body)) {
      return [400, { error: "invalid_grant" }];
    }
    const { id_token: idToken, ...tokens } = this.#tokens({});
    return [200, this.faults.hasUserInfoOnly === true ? tokens : { ...tokens, id_token: idToken }];
  }

  #tokens(more: Claims): Claims {
    const { claims, hasForeignKey, hasNoRefresh, aheadSeconds = 0 } = this.faults;
    const now = Math.floor(Date.now() / 1_000) + aheadSeconds;
    const idToken = this.#sign(
      {
        iss: this.issuer,
        aud: OpenIdProvider.clientId,
        iat: now,
        nbf: now,
        exp: now + 300,
        ...more,
        ...this.person,
        ...claims,
      },
      hasForeignKey === true,
    );
    const refreshToken = `refresh-${randomUUID()}`;
    this.#refresh.add(refreshToken);
    return {
      access_token: randomUUID(),
      token_type: "Bearer",
      id_token: idToken,
      ...(hasNoRefresh !== true && { refresh_token: refreshToken }),
    };
  }

  #knowsSecret({ headers }: IncomingMessage, body: URLSearchParams): boolean {
    const { clientId, clientSecret } = OpenIdProvider;
    if (this.faults.wantsSecretInBody === true) {
      return body.get("client_id") === clientId && body.get("client_secret") === clientSecret;
    }
    const basic = Buffer.from(headers.authorization?.replace("Basic ", "") ?? "", "base64");
    // Both are form-encoded before they are joined (RFC 6749 §2.3.1).
    const given = basic.toString().replaceAll("+", " ").split(":").map(decodeURIComponent);
    return given.join(":") === `${clientId}:${clientSecret}`;
  }

  #sign(claims: Claims, isForeign: boolean): string {
    const text = `${encode({ alg: "RS256", kid: "1", typ: "JWT" })}.${encode(claims)}`;
    const { privateKey } = isForeign ? this.#foreignKey : this.#key;
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Uint8Array);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
