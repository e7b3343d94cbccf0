import { jsonResponse, type SellerRequest, type SellerResponse } from "../http/message.ts";
import { OAuthError } from "../http/portalError.ts";
import { mediaType, readText } from "../http/readBody.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { type AccessTokens, environment, tokenLifetimeS, tokenScope } from "./accessToken.ts";
import { authenticate } from "./secrets.ts";

export const tokenPath = "/sgi-api/oauth/token";

interface TokenEndpointDeps {
  readonly db: SandboxDatabase;
  readonly tokens: AccessTokens;
  readonly nowMs: number;
}

/** The credentials are in the form (RFC 6749 §4.4). Throws an `OAuthError`. */
export async function issueToken(
  request: SellerRequest,
  { db, tokens, nowMs }: TokenEndpointDeps,
): Promise<SellerResponse> {
  if (mediaType(request) !== "application/x-www-form-urlencoded") {
    throw invalidRequest(
      "Envie um formulário com Content-Type: application/x-www-form-urlencoded.",
    );
  }
  const form = new URLSearchParams(await readText(request));
  if (single(form, "grant_type") !== "client_credentials") {
    throw new OAuthError(
      400,
      "unsupported_grant_type",
      "O único grant_type aceito é client_credentials.",
    );
  }
  const codigoSeller = authenticate(db, single(form, "client_id"), single(form, "client_secret"));
  if (codigoSeller === undefined) {
    throw new OAuthError(401, "invalid_client", "Credenciais do cliente inválidas.");
  }
  const answer = {
    access_token: tokens.issue(codigoSeller, nowMs),
    token_type: "bearer",
    expires_in: tokenLifetimeS,
    scope: tokenScope,
    codigoSeller,
    ambiente: environment,
  };
  return jsonResponse(200, answer, { pragma: "no-cache" });
}

function single(form: URLSearchParams, name: string): string {
  const values = form.getAll(name);
  const [value] = values;
  if (value === undefined || value === "" || values.length > 1) {
    throw invalidRequest(`Informe o campo ${name} uma única vez.`);
  }
  return value;
}

function invalidRequest(message: string): OAuthError {
  return new OAuthError(400, "invalid_request", message);
}
