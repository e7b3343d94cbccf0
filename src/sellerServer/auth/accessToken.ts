import { createHmac } from "node:crypto";

import * as z from "zod/mini";

import { expiredToken, unauthorized } from "../http/portalError.ts";
import { isSame, type RandomBytes } from "./secrets.ts";

export const tokenLifetimeS = 86_399;

export const tokenScope = "read write";
export const environment = "HML";

const claimsSchema = z.object({
  codigoSeller: z.int(),
  ambiente: z.literal(environment),
  scope: z.string(),
  iat: z.int(),
  exp: z.int(),
  jti: z.string(),
});

/** Tokens are JWTs with HMAC-SHA-256 (RFC 7519). */
export class AccessTokens {
  readonly #key: Uint8Array;
  readonly #random: RandomBytes;

  /** Tokens stay valid only as long as the secret `key` stays the same. */
  constructor(key: Uint8Array, random: RandomBytes) {
    this.#key = key;
    this.#random = random;
  }

  issue(codigoSeller: number, nowMs: number): string {
    const iat = Math.floor(nowMs / 1000);
    const claims: z.infer<typeof claimsSchema> = {
      codigoSeller,
      ambiente: environment,
      scope: tokenScope,
      iat,
      exp: iat + tokenLifetimeS,
      jti: Buffer.from(this.#random(12)).toString("base64url"),
    };
    const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
    return `${signed}.${this.#sign(signed).toString("base64url")}`;
  }

  check(authorization: string | undefined, nowMs: number): number {
    const token = /^Bearer +(?<token>[\w.-]{1,2000})$/iu.exec(authorization ?? "")?.groups?.[
      "token"
    ];
    if (token === undefined) {
      throw unauthorized("NAO_AUTENTICADO", "Informe o token de acesso em Authorization: Bearer.");
    }
    const claims = this.#read(token);
    if (!claims) {
      throw unauthorized("TOKEN_INVALIDO", "O token de acesso é inválido.");
    }
    if (claims.exp * 1000 <= nowMs) {
      throw expiredToken();
    }
    return claims.codigoSeller;
  }

  #read(token: string): z.infer<typeof claimsSchema> | undefined {
    const [head = "", payload = "", signature = "", ...rest] = token.split(".");
    const isSigned = isSame(Buffer.from(signature, "base64url"), this.#sign(`${head}.${payload}`));
    if (rest.length > 0 || head !== header || !isSigned) {
      return undefined;
    }
    return claimsSchema.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString())).data;
  }

  #sign(text: string): Buffer {
    return createHmac("sha256", this.#key).update(text).digest();
  }
}

const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url");
