import { type HubResponse, jsonResponse } from "./message.ts";

export interface ApiErrorOptions {
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** What a request cannot continue from, in the terms of the OpenAI error object. */
export class ApiError extends Error {
  readonly status: number;
  readonly #options: ApiErrorOptions;

  constructor(status: number, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "ApiError";
    this.status = status;
    this.#options = options;
  }

  /** The error object; clients rely on all four fields being there. */
  toBody(): { readonly error: Readonly<Record<string, string | null>> } {
    const { type = defaultType(this.status), param = null, code = null } = this.#options;
    return { error: { message: this.message, type, param, code } };
  }

  toResponse(): HubResponse {
    return jsonResponse(this.status, this.toBody(), this.#options.headers);
  }
}

/** A token that is not valid; asking again with it is useless. */
export function authenticationError(message: string, code = "invalid_api_key"): ApiError {
  return new ApiError(401, message, {
    type: "authentication_error",
    code,
    headers: { "www-authenticate": "Bearer", "x-should-retry": "false" },
  });
}

function defaultType(status: number): string {
  return status >= 500 ? "api_error" : "invalid_request_error";
}
