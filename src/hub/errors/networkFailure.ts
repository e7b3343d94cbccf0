import type { FailureKind } from "../../shared/failures/failure.ts";
import { HubError } from "./hubError.ts";

const kindOfCode: readonly (readonly [codes: RegExp, kind: FailureKind])[] = [
  [
    /^(?:ENOTFOUND|EAI_[A-Z]+|ENODATA|ERR_NAME_[A-Z_]+|ERR_DNS_[A-Z_]+|ERR_INTERNET_DISCONNECTED)$/u,
    "dns",
  ],
  [/^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/u, "refused"],
  [/^ERR_UNSAFE_PORT$/u, "port_blocked"],
  [
    /^(?:ETIMEDOUT|E(?:HOST|NET)UNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_(?:CONNECTION_)?TIMED_OUT|ERR_ADDRESS_UNREACHABLE)$/u,
    "connect_timeout",
  ],
  [/^UND_ERR_HEADERS_TIMEOUT$/u, "first_byte_timeout"],
  [/^UND_ERR_BODY_TIMEOUT$/u, "idle_timeout"],
  [
    /^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Z_BUF_ERROR|ERR_STREAM_PREMATURE_CLOSE|ERR_CONNECTION_(?:RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ERR_NETWORK_CHANGED|ERR_CONTENT_LENGTH_MISMATCH|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_HTTP2_[A-Z_]+)$/u,
    "truncated",
  ],
  [
    /^(?:ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_[A-Z_]+|ERR_PAC_[A-Z_]+|ERR_MANDATORY_PROXY_[A-Z_]+)$/u,
    "proxy_auth",
  ],
  [
    /^(?:EPROTO|CERT_[A-Z_]+|CRL_[A-Z_]+|SELF_SIGNED_[A-Z_]+|DEPTH_ZERO_[A-Z_]+|UNABLE_TO_[A-Z_]+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_(?:TLS|SSL|CERT|BAD_SSL)[A-Z0-9_]*)$/u,
    "tls",
  ],
  [/^(?:ERR_UNSAFE_REDIRECT|ERR_TOO_MANY_REDIRECTS|ERR_INVALID_REDIRECT)$/u, "redirect_refused"],
  [
    /^(?:HPE_[A-Z_]+|UND_ERR_HEADERS_OVERFLOW|Z_[A-Z_]+|ERR__ERROR_[A-Z_]+|ERR_[A-Z_]*DECODING_FAILED|ERR_INVALID_(?:HTTP_RESPONSE|CHUNKED_ENCODING))$/u,
    "malformed_stream",
  ],
];

const maxDepth = 6;

export function networkError(error: unknown, hadResponse: boolean): HubError {
  const chain = [...chainOf(error, 0)];
  const codes = chain.flatMap(codesOf);
  const systemCode = codes.find((code) => kindOf(code) !== undefined);
  const kind = kindOf(systemCode ?? "") ?? kindOfText(chain.map(({ message }) => message));
  return new HubError(
    {
      // A server whose first bytes are not HTTP is not a hub.
      kind: kind === "malformed_stream" && !hadResponse ? "not_a_hub" : kind,
      ...(kind === "truncated" && !hadResponse && { isUnanswered: true }),
      ...(systemCode !== undefined && { systemCode: systemCode.slice(0, 100) }),
    },
    { cause: error },
  );
}

function kindOf(code: string): FailureKind | undefined {
  return kindOfCode.find(([codes]) => codes.test(code))?.[1];
}

function kindOfText(messages: readonly string[]): FailureKind {
  const text = messages.join(" ");
  if (/redirect/iu.test(text)) {
    return "redirect_refused";
  }
  // undici's message for ports that the Fetch standard blocks.
  if (messages.includes("bad port")) {
    return "port_blocked";
  }
  // By the Fetch standard a 407 is a network error; undici's cause has no code or message.
  if (/\b407\b|proxy auth/iu.test(text) || (messages.length === 2 && messages[1] === "")) {
    return "proxy_auth";
  }
  if (/does not match the http|parse error/iu.test(text)) {
    return "malformed_stream";
  }
  return /terminated|premature|socket hang up|other side closed/iu.test(text)
    ? "truncated"
    : "unknown";
}

function* chainOf(error: unknown, depth: number): Generator<Error> {
  if (!(error instanceof Error) || depth > maxDepth) {
    return;
  }
  yield error;
  yield* chainOf(error.cause, depth + 1);
  if (error instanceof AggregateError) {
    for (const inner of error.errors.slice(0, 10)) {
      yield* chainOf(inner, depth + 1);
    }
  }
}

function codesOf(error: Error): readonly string[] {
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const chromium = /net::(ERR_[A-Z0-9_]+)/u.exec(error.message)?.[1];
  return chromium === undefined ? own : [...own, chromium];
}
