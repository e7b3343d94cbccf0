import { type HubRequest, type HubResponse, jsonResponse } from "../../http/message.ts";

const maxFormBytes = 16 * 1024;

/** RFC 6749 §5.2 and RFC 8628 §3.5. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "authorization_pending"
  | "slow_down"
  | "access_denied"
  | "expired_token"
  | "temporarily_unavailable";

export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: OAuthErrorCode,
    message: string,
    {
      status = 400,
      ...headers
    }: { readonly status?: number; readonly "retry-after"?: string } = {},
  ) {
    super(message);
    this.name = "OAuthError";
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

/** Answers with OAuth's error object; other errors pass. */
export async function answerForm(
  request: HubRequest,
  handle: (form: URLSearchParams) => Promise<HubResponse>,
): Promise<HubResponse> {
  try {
    return await handle(await readForm(request));
  } catch (error) {
    if (!(error instanceof OAuthError)) {
      throw error;
    }
    const { status, code, message, headers } = error;
    return jsonResponse(status, { error: code, error_description: message }, headers);
  }
}

/** `application/x-www-form-urlencoded`, as OAuth demands; each field at most once. */
async function readForm(request: HubRequest): Promise<URLSearchParams> {
  const type = request.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw new OAuthError("invalid_request", "The body must be application/x-www-form-urlencoded.");
  }
  const bytes = await request.body();
  if (bytes.length > maxFormBytes) {
    throw new OAuthError("invalid_request", "The body is too large (at most 16 KB here).");
  }
  const form = new URLSearchParams(new TextDecoder().decode(bytes));
  const names = [...form.keys()];
  if (new Set(names).size < names.length) {
    throw new OAuthError("invalid_request", "The body has a field twice.");
  }
  return form;
}

export function fieldOf(form: URLSearchParams, name: string, maxLength: number): string {
  const value = form.get(name) ?? "";
  if (value === "" || value.length > maxLength) {
    throw new OAuthError("invalid_request", `The field ${name} is missing or too long.`);
  }
  return value;
}
