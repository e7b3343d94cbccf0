import { describe, expect, test } from "vitest";

import { networkError } from "../../../src/hub/errors/networkFailure.ts";

const withCode = (code: string): Error => Object.assign(new Error(`some ${code}`), { code });
const wrapped = (cause: unknown): Error => new TypeError("fetch failed", { cause });

describe("a connection that fails is named by its code, wherever that is", () => {
  test.each([
    ["ENOTFOUND", "dns"],
    ["EAI_AGAIN", "dns"],
    ["ECONNREFUSED", "refused"],
    ["ETIMEDOUT", "connect_timeout"],
    ["UND_ERR_CONNECT_TIMEOUT", "connect_timeout"],
    ["ENETUNREACH", "connect_timeout"],
    ["UND_ERR_HEADERS_TIMEOUT", "first_byte_timeout"],
    ["UND_ERR_BODY_TIMEOUT", "idle_timeout"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "tls"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "tls"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
    ["CERT_HAS_EXPIRED", "tls"],
    ["CERT_NOT_YET_VALID", "tls"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls"],
    ["EPROTO", "tls"],
  ] as const)("%s is %s", (systemCode, kind) => {
    expect(networkError(wrapped(withCode(systemCode)), false).failure).toEqual({
      kind,
      systemCode,
    });
  });

  test.each([
    ["ERR_NAME_NOT_RESOLVED", "dns"],
    ["ERR_CONNECTION_REFUSED", "refused"],
    ["ERR_UNSAFE_PORT", "port_blocked"],
    ["ERR_CONNECTION_TIMED_OUT", "connect_timeout"],
    ["ERR_CERT_AUTHORITY_INVALID", "tls"],
    ["ERR_PROXY_CONNECTION_FAILED", "proxy_auth"],
    ["ERR_TUNNEL_CONNECTION_FAILED", "proxy_auth"],
    ["ERR_UNSAFE_REDIRECT", "redirect_refused"],
  ] as const)("Chromium's net::%s is %s", (systemCode, kind) => {
    expect(networkError(new Error(`net::${systemCode}`), false).failure).toEqual({
      kind,
      systemCode,
    });
  });

  test.each(["ECONNRESET", "UND_ERR_SOCKET", "Z_BUF_ERROR", "ERR_CONNECTION_RESET"])(
    "%s without a response is no answer, and within one an answer that was cut",
    (systemCode) => {
      const error = wrapped(withCode(systemCode));
      const cut = { kind: "truncated", systemCode };
      expect(networkError(error, false).failure).toEqual({ ...cut, isUnanswered: true });
      expect(networkError(error, true).failure).toEqual(cut);
    },
  );

  test("every address of a name is looked at", () => {
    const gathered = new AggregateError([withCode("EOTHER"), withCode("ECONNREFUSED")]);
    expect(networkError(wrapped(gathered), false).kind).toBe("refused");
  });

  test("a proxy that wants a sign-in tells by its words only", () => {
    const cause = new Error("Proxy response (407) !== 200 when HTTP Tunneling");
    expect(networkError(wrapped(cause), false).kind).toBe("proxy_auth");
  });

  test("garbage is no hub in place of a response, and a malformed answer within one", () => {
    const garbage = wrapped(withCode("HPE_INVALID_CONSTANT"));
    expect(networkError(garbage, false).kind).toBe("not_a_hub");
    expect(networkError(garbage, true).kind).toBe("malformed_stream");
  });

  test("what nobody knows is unknown, and causes that go round end", () => {
    const round = new Error("a");
    round.cause = round;
    expect(networkError(round, false).failure).toEqual({ kind: "unknown" });
    expect(networkError("text", false).failure).toEqual({ kind: "unknown" });
  });
});
