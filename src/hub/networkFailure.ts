import type { FailureKind } from "../shared/failure.ts";
import { HubError } from "./hubError.ts";

const kindOfCode: ReadonlyMap<string, FailureKind> = new Map([
  ["ENOTFOUND", "dns"],
  ["EAI_AGAIN", "dns"],
  ["EAI_FAIL", "dns"],
  ["ERR_NAME_NOT_RESOLVED", "dns"],
  ["ERR_INTERNET_DISCONNECTED", "dns"],
  ["ECONNREFUSED", "refused"],
  ["ERR_CONNECTION_REFUSED", "refused"],
  ["ETIMEDOUT", "connect_timeout"],
  ["EHOSTUNREACH", "connect_timeout"],
  ["ENETUNREACH", "connect_timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "connect_timeout"],
  ["ERR_CONNECTION_TIMED_OUT", "connect_timeout"],
  ["ERR_ADDRESS_UNREACHABLE", "connect_timeout"],
  ["UND_ERR_HEADERS_TIMEOUT", "first_byte_timeout"],
  ["UND_ERR_BODY_TIMEOUT", "idle_timeout"],
  ["UND_ERR_HEADERS_OVERFLOW", "malformed_stream"],
  ["ECONNRESET", "truncated"],
  ["EPIPE", "truncated"],
  ["UND_ERR_SOCKET", "truncated"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "truncated"],
  ["ERR_CONNECTION_RESET", "truncated"],
  ["ERR_CONNECTION_CLOSED", "truncated"],
  ["ERR_EMPTY_RESPONSE", "truncated"],
  ["ERR_TUNNEL_CONNECTION_FAILED", "proxy_auth"],
  ["ERR_PROXY_CONNECTION_FAILED", "proxy_auth"],
  ["ERR_PROXY_AUTH_UNSUPPORTED", "proxy_auth"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls"],
  ["UNABLE_TO_GET_ISSUER_CERT", "tls"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "tls"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
  ["CERT_HAS_EXPIRED", "tls"],
  ["CERT_NOT_YET_VALID", "tls"],
  ["EPROTO", "tls"],
]);

const kindOfPattern: readonly (readonly [pattern: RegExp, kind: FailureKind])[] = [
  [/^ERR_(TLS|SSL|CERT|BAD_SSL)/u, "tls"],
  [/^HPE_/u, "malformed_stream"],
];

/** Names a rejection of `fetch` or of reading its body, by the error codes in its chain of causes. */
export function networkError(error: unknown, host: string): HubError {
  for (const code of codesOf(error, 0)) {
    const kind = kindOfCode.get(code) ?? kindOfPattern.find(([pattern]) => pattern.test(code))?.[1];
    if (kind) {
      return new HubError({ kind, systemCode: code, host }, { cause: error });
    }
  }
  const text = messagesOf(error, 0).join(" ");
  return new HubError({ kind: kindOfText(text), host }, { cause: error });
}

function kindOfText(text: string): FailureKind {
  if (/redirect/iu.test(text)) {
    return "redirect_refused";
  }
  if (/\b407\b|proxy auth/iu.test(text)) {
    return "proxy_auth";
  }
  return /terminated|aborted|premature|socket hang up|other side closed/iu.test(text)
    ? "truncated"
    : "unknown";
}

/** Codes of an error, its causes and the errors gathered in it, the innermost last. */
function* codesOf(error: unknown, depth: number): Generator<string> {
  if (!(error instanceof Error) || depth > 5) {
    return;
  }
  if ("code" in error && typeof error.code === "string") {
    yield error.code;
  }
  const chromium = /net::(ERR_[A-Z_]+)/u.exec(error.message)?.[1];
  if (chromium !== undefined) {
    yield chromium;
  }
  yield* codesOf(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    for (const inner of error.errors.slice(0, 10)) {
      yield* codesOf(inner, depth + 1);
    }
  }
}

function messagesOf(error: unknown, depth: number): string[] {
  return error instanceof Error && depth <= 5
    ? [error.message, ...messagesOf(error.cause, depth + 1)]
    : [];
}
