import { jsonResponse, type SellerResponse } from "./message.ts";

export interface FieldError {
  readonly campo: string;
  readonly mensagem: string;
}

interface PortalErrorOptions {
  readonly fields?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failed call, with the sandbox's own error body (README.md). */
export class PortalError extends Error {
  readonly status: number;
  readonly code: string;
  readonly #options: PortalErrorOptions;

  constructor(status: number, code: string, message: string, options: PortalErrorOptions = {}) {
    super(message);
    this.name = "PortalError";
    this.status = status;
    this.code = code;
    this.#options = options;
  }

  toResponse(requestId: string): SellerResponse {
    const { fields = [], headers } = this.#options;
    const body = {
      codigo: this.code,
      mensagem: this.message,
      erros: fields,
      idRequisicao: requestId,
    };
    return jsonResponse(this.status, body, headers);
  }
}

/** The error has the form of RFC 6749 §5.2. */
export class OAuthError extends PortalError {
  override toResponse(): SellerResponse {
    return jsonResponse(
      this.status,
      { error: this.code, error_description: this.message },
      { pragma: "no-cache" },
    );
  }
}

export function invalidFields(fields: readonly FieldError[]): PortalError {
  return new PortalError(422, "DADOS_INVALIDOS", "Há campos com valores inválidos.", { fields });
}

export function unauthorized(code: string, message: string): PortalError {
  return new PortalError(401, code, message, {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
}

export function expiredToken(): PortalError {
  return unauthorized("TOKEN_EXPIRADO", "O token de acesso expirou. Solicite um novo token.");
}

export function otherSeller(): PortalError {
  return new PortalError(
    403,
    "SELLER_NAO_AUTORIZADO",
    "O código do seller informado não pertence às credenciais deste token.",
  );
}
