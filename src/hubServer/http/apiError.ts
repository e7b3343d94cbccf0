import { type HubRequest, type HubResponse, jsonResponse } from "./message.ts";

export type ErrorStyle = "openai" | "anthropic";

export interface ApiErrorOptions {
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

type ErrorFields = Readonly<Record<string, unknown>>;

export class ApiError extends Error {
  readonly status: number;
  readonly options: ApiErrorOptions;

  constructor(status: number, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "ApiError";
    this.status = status;
    this.options = options;
  }

  /** The body of the error; OpenAI's clients need all four fields. */
  toBody(): { readonly error: ErrorFields } {
    const { type = openAiType(this.status), param = null, code = null, extra } = this.options;
    return { error: { message: this.message, type, param, code, ...extra } };
  }

  toAnthropicBody(requestId: string): { readonly type: "error"; readonly error: ErrorFields } {
    const { code, extra } = this.options;
    const type = anthropicErrorType(this.status);
    return anthropicErrorBody(
      { type, message: this.message, ...(code !== undefined && { code }), ...extra },
      requestId,
    );
  }

  toResponse(style: ErrorStyle = "openai", requestId = ""): HubResponse {
    const { headers = {} } = this.options;
    return style === "openai"
      ? jsonResponse(this.status, this.toBody(), headers)
      : jsonResponse(this.status, this.toAnthropicBody(requestId), {
          "request-id": requestId,
          ...retryAdvice(this.status, headers),
          ...headers,
        });
  }
}

export function errorStyleOf({ path, header }: Pick<HubRequest, "path" | "header">): ErrorStyle {
  const [, route] = /^\/hub\/v1\/(messages|models)(?:\/|$)/u.exec(path) ?? [];
  const isAnthropic =
    route === "messages" || (route === "models" && header("anthropic-version") !== undefined);
  return isAnthropic ? "anthropic" : "openai";
}

/** An error of authentication. Its header forbids a retry, which would be useless. */
export function authenticationError(message: string, code = "invalid_api_key"): ApiError {
  return new ApiError(401, message, {
    type: "authentication_error",
    code,
    headers: { "www-authenticate": "Bearer", "x-should-retry": "false" },
  });
}

export function anthropicErrorBody(
  error: ErrorFields,
  requestId: string,
): { readonly type: "error"; readonly error: ErrorFields; readonly request_id: string } {
  return { type: "error", error, request_id: requestId };
}

const anthropicTypes = new Map<number, string>([
  [401, "authentication_error"],
  [402, "billing_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [504, "timeout_error"],
  [529, "overloaded_error"],
]);

export function anthropicErrorType(status: number): string {
  return anthropicTypes.get(status) ?? (status >= 500 ? "api_error" : "invalid_request_error");
}

const openAiTypes = new Map<number, string>([
  [401, "authentication_error"],
  [402, "insufficient_quota"],
  [403, "permission_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
]);

function openAiType(status: number): string {
  return openAiTypes.get(status) ?? (status >= 500 ? "api_error" : "invalid_request_error");
}

/** The advice about a retry: without this header, Claude Code repeats a 401 or 429 six times in 25 s. */
function retryAdvice(
  status: number,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isUseless =
    status === 401 || status === 402 || (status === 429 && headers["retry-after"] === undefined);
  return isUseless ? { "x-should-retry": "false" } : {};
}
