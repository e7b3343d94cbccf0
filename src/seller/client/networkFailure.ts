import { SellerError, type SellerErrorKind } from "./sellerError.ts";

/** Error codes of Node, undici and Chromium (`net::ERR_…`) for failures before the first byte was sent. */
const kindsBeforeSending: readonly (readonly [codes: RegExp, kind: SellerErrorKind])[] = [
  [
    /^(?:ENOTFOUND|EAI_[A-Z]+|ECONNREFUSED|E(?:HOST|NET)UNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ERR_(?:NAME_[A-Z_]+|DNS_[A-Z_]+|INTERNET_DISCONNECTED|CONNECTION_REFUSED|ADDRESS_UNREACHABLE|PROXY_[A-Z_]+|TUNNEL_[A-Z_]+))$/u,
    "unreachable",
  ],
  [
    /^(?:EPROTO|CERT_[A-Z_]+|SELF_SIGNED_[A-Z_]+|DEPTH_ZERO_[A-Z_]+|UNABLE_TO_[A-Z_]+|ERR_(?:TLS|SSL|CERT)[A-Z0-9_]*)$/u,
    "insecure",
  ],
  [/^ERR_UNSAFE_PORT$/u, "blockedPort"],
];

const maxDepth = 5;

export function networkFailure(error: unknown): SellerError {
  const codes = codesIn(error, 0);
  for (const [pattern, kind] of kindsBeforeSending) {
    const systemCode = codes.find((code) => pattern.test(code));
    if (systemCode !== undefined) {
      return new SellerError(kind, { systemCode, notSent: true });
    }
  }
  const kind = isOtherProtocol(error) ? "notThePortal" : "connectionLost";
  return new SellerError(kind, { systemCode: codes[0], mayHaveActed: true });
}

function codesIn(error: unknown, depth: number): readonly string[] {
  if (!(error instanceof Error) || depth > maxDepth) {
    return [];
  }
  const own = "code" in error && typeof error.code === "string" ? [error.code.slice(0, 100)] : [];
  // undici reports only "bad port" for a blocked port of the Fetch standard, such as 6000.
  const blocked = error.message === "bad port" ? ["ERR_UNSAFE_PORT"] : [];
  const chromium = /net::(?<code>ERR_[A-Z0-9_]+)/u.exec(error.message)?.groups?.["code"];
  const inner: readonly unknown[] =
    error instanceof AggregateError ? error.errors.slice(0, 10) : [];
  return [
    ...own,
    ...blocked,
    ...(chromium === undefined ? [] : [chromium]),
    ...[error.cause, ...inner].flatMap((cause) => codesIn(cause, depth + 1)),
  ];
}

function isOtherProtocol(error: unknown, depth = 0): boolean {
  return (
    error instanceof Error &&
    depth <= maxDepth &&
    (/does not match the http|parse error/iu.test(error.message) ||
      isOtherProtocol(error.cause, depth + 1))
  );
}
